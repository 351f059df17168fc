import './art/palette.css'
import './style.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { speakAsWished } from './lib/i18n.svelte'

const target = document.getElementById('app')
if (target) void speakAsWished().then(() => mount(App, { target }))
