// Sounds, made on the spot; silent unless they are asked for.
import { prefs } from './prefs.svelte'

export const SOUNDS = ['card', 'coins', 'gavel', 'chip', 'crash', 'turn'] as const
export type Sound = (typeof SOUNDS)[number]

let context: AudioContext | undefined
let noise: AudioBuffer | undefined

/** The same number of seconds after now; the volume rises at once and dies away. */
function voiced(source: AudioScheduledSourceNode, after: number, length: number, volume: number, through?: BiquadFilterNode): void {
  const air = context!
  const begin = air.currentTime + after
  const gain = air.createGain()
  gain.gain.setValueAtTime(0.0001, begin)
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  if (through) source.connect(through).connect(gain)
  else source.connect(gain)
  gain.connect(air.destination)
  source.start(begin)
  source.stop(begin + length)
}

function tone(pitch: number, after: number, length: number, volume = 0.15, type: OscillatorType = 'triangle'): void {
  const voice = context!.createOscillator()
  voice.type = type
  voice.frequency.value = pitch
  voiced(voice, after, length, volume)
}

/** Something that is struck, slides or breaks: noise of a colour. */
function rustle(pitch: number, after: number, length: number, volume: number, type: BiquadFilterType = 'bandpass'): void {
  const air = context!
  if (!noise) {
    noise = air.createBuffer(1, air.sampleRate, air.sampleRate)
    const samples = noise.getChannelData(0)
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1
  }
  const source = air.createBufferSource()
  source.buffer = noise
  const filter = air.createBiquadFilter()
  filter.type = type
  filter.frequency.value = pitch
  voiced(source, after, length, volume, filter)
}

const MADE: Record<Sound, () => void> = {
  card: () => rustle(2400, 0, 0.09, 0.25),
  coins: () => {
    for (const [i, pitch] of [2093, 2637, 3136].entries()) {
      tone(pitch, i * 0.07, 0.25, 0.06, 'sine')
      tone(pitch * 1.51, i * 0.07, 0.12, 0.03, 'sine')
    }
  },
  gavel: () => {
    for (const after of [0, 0.19]) {
      rustle(500, after, 0.07, 0.6, 'lowpass')
      tone(150, after, 0.12, 0.35, 'sine')
      tone(780, after, 0.04, 0.1)
    }
  },
  chip: () => {
    for (const i of [0, 1, 2, 3]) tone(i % 2 ? 1500 : 1150, i * 0.06 + i * i * 0.01, 0.06, 0.08, 'square')
  },
  crash: () => {
    rustle(3500, 0, 0.5, 0.5, 'highpass')
    rustle(300, 0, 0.15, 0.5, 'lowpass')
    for (const i of [0, 1, 2, 3, 4, 5]) tone(2600 + 431 * ((i * 5) % 6), 0.05 + i * 0.07, 0.18, 0.05, 'sine')
  },
  turn: () => {
    tone(660, 0, 0.18)
    tone(880, 0.12, 0.25)
  },
}

export function play(sound: Sound): void {
  if (!prefs.sound) return
  context ??= new AudioContext()
  void context.resume() // a browser that has just started may hold it until somebody touches the page
  MADE[sound]()
}
