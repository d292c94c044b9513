// What a person has set for this browser.

import type { Speed } from './motion/pace'

export type Theme = 'system' | 'light' | 'dark'
export type Settings = {
  theme: Theme
  motion: 'system' | 'less'
  speed: Speed
  sound: boolean
  confirm: 'touch' | 'always' | 'never'
  speak: boolean
  language: string
}

/** The languages there is a catalogue for, each by its own name. */
export const LANGUAGES: readonly { code: string; name: string }[] = [{ code: 'en', name: 'English' }]

const KEY = 'fireteam.settings'
const DEFAULTS: Settings = { theme: 'dark', motion: 'system', speed: 1, sound: true, confirm: 'touch', speak: true, language: 'en' }

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>
  } catch {
    return {}
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() })

/** Whether nothing may move: as the system says, or as was set here. */
export function isStill(): boolean {
  return settings.motion === 'less' || (typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches)
}

export function keepSettings(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // A browser that keeps nothing still shows what was set until the page is closed.
  }
  showSettings()
}

/** Theme, motion and language are attributes of the root element; the style sheet does the rest. */
export function showSettings(): void {
  const root = document.documentElement
  root.dataset['theme'] = settings.theme
  root.dataset['motion'] = settings.motion
  root.lang = settings.language
}
