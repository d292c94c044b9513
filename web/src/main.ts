import { mount } from 'svelte'
import App from './App.svelte'
import '@fontsource/barlow-condensed/latin-700.css'
import '@fontsource/ibm-plex-sans-condensed/latin-500.css'
import '@fontsource-variable/sometype-mono/wght.css'
import './tokens.css'
import './app.css'
import { showSettings } from './lib/settings.svelte'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
showSettings()
mount(App, { target })
