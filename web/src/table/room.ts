// Whether there is room for panels beside the table; else they are tabs below it.
import { MediaQuery } from 'svelte/reactivity'

export const roomy = new MediaQuery('(min-width: 60rem) and (min-height: 30rem)')
