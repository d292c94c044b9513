// Quiet sounds, made in code: dice, a hit, a miss, a fall, a step, a latch, a point, your turn.

import { keepSettings, settings } from './settings.svelte'

export type Sound = 'rattle' | 'hit' | 'miss' | 'fall' | 'step' | 'latch' | 'score' | 'turn'

const LOUD = 0.22
/** The same sound again within so many milliseconds is not heard. */
const APART = 60

let context: AudioContext | undefined
let noise: AudioBuffer | undefined
let out: GainNode | undefined
const last = new Map<Sound, number>()

const GESTURES = ['pointerdown', 'keydown'] as const

// Browsers let a page sound only after somebody has touched it: what is needed is made then.
if (typeof addEventListener === 'function') for (const gesture of GESTURES) addEventListener(gesture, open, true)

function open(): void {
  for (const gesture of GESTURES) removeEventListener(gesture, open, true)
  if (context !== undefined || typeof AudioContext !== 'function') return
  try {
    context = new AudioContext()
    out = context.createGain()
    out.gain.value = LOUD
    out.connect(context.destination)
    noise = context.createBuffer(1, context.sampleRate, context.sampleRate)
    const samples = noise.getChannelData(0)
    for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1
  } catch {
    context = undefined // a browser without a way to sound stays silent
  }
}

/** On or off, and remembered. */
export function toggleSound(): void {
  settings.sound = !settings.sound
  keepSettings()
}

/** Let something be heard, unless sounds are off or nobody looks at the page. */
export function sound(name: Sound): void {
  if (!settings.sound || context === undefined || document.visibilityState === 'hidden') return
  const now = performance.now()
  if (now - (last.get(name) ?? -APART) < APART) return
  last.set(name, now)
  try {
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    MADE[name](context.currentTime)
  } catch {
    // A sound that fails must not stop what is shown.
  }
}

/** A burst of noise round a pitch. */
function burst(at: number, long: number, pitch: number, loud: number, sharp = 1.2): void {
  if (!context || !out || !noise) return
  const source = context.createBufferSource()
  source.buffer = noise
  const filter = context.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  filter.Q.value = sharp
  const gain = context.createGain()
  gain.gain.setValueAtTime(loud, at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + long)
  source.connect(filter).connect(gain).connect(out)
  source.start(at, Math.random() * 0.5, long)
}

/** A tone that slides from one pitch to another. */
function tone(at: number, long: number, from: number, to: number, loud: number, form: OscillatorType = 'sine'): void {
  if (!context || !out) return
  const source = context.createOscillator()
  source.type = form
  source.frequency.setValueAtTime(from, at)
  source.frequency.exponentialRampToValueAtTime(to, at + long)
  const gain = context.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.015, long / 4))
  gain.gain.exponentialRampToValueAtTime(0.001, at + long)
  source.connect(gain).connect(out)
  source.start(at)
  source.stop(at + long)
}

const MADE: Record<Sound, (at: number) => void> = {
  rattle: (at) => {
    for (let knock = 0; knock < 9; knock += 1) burst(at + knock * 0.055 + Math.random() * 0.03, 0.05, 2100 + Math.random() * 1400, 0.7 - knock * 0.06, 4)
  },
  hit: (at) => {
    burst(at, 0.09, 1500, 0.8)
    tone(at, 0.14, 170, 70, 0.7)
  },
  miss: (at) => burst(at, 0.2, 700, 0.28, 0.6),
  fall: (at) => {
    burst(at, 0.28, 420, 0.9, 0.7)
    tone(at, 0.6, 120, 38, 0.9)
    tone(at + 0.05, 0.5, 82, 41, 0.4, 'triangle')
  },
  step: (at) => {
    burst(at, 0.05, 260, 0.6)
    burst(at + 0.13, 0.05, 230, 0.45)
  },
  latch: (at) => {
    burst(at, 0.03, 2600, 0.5, 5)
    burst(at + 0.07, 0.05, 1300, 0.5, 4)
  },
  score: (at) => {
    tone(at, 0.25, 660, 660, 0.3, 'triangle')
    tone(at + 0.09, 0.35, 990, 990, 0.3, 'triangle')
  },
  turn: (at) => {
    tone(at, 0.3, 523, 523, 0.3, 'triangle')
    tone(at + 0.12, 0.45, 784, 784, 0.25, 'triangle')
  },
}
