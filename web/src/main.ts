import './art/palette.css'
import './style.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { shelf } from './games/shelf.svelte'
import { speakAsWished } from './lib/i18n.svelte'
import { prefs } from './lib/prefs.svelte'
import { dress } from './lib/theme'

dress(prefs.theme)
const target = document.getElementById('app')
if (target) void Promise.all([speakAsWished(), shelf.look()]).then(() => mount(App, { target }))
