import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { showSettings } from './lib/settings.svelte'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
showSettings()
mount(App, { target })
