// Two short sounds, made on the spot; silent unless they are asked for.
import { prefs } from './prefs.svelte'

let context: AudioContext | undefined

function tone(pitch: number, after: number, length: number): void {
  context ??= new AudioContext()
  const begin = context.currentTime + after
  const voice = context.createOscillator()
  const gain = context.createGain()
  voice.type = 'triangle'
  voice.frequency.value = pitch
  gain.gain.setValueAtTime(0.0001, begin)
  gain.gain.exponentialRampToValueAtTime(0.15, begin + 0.015)
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length)
  voice.connect(gain).connect(context.destination)
  voice.start(begin)
  voice.stop(begin + length)
}

export function yourTurn(): void {
  if (!prefs.sound) return
  tone(660, 0, 0.18)
  tone(880, 0.12, 0.25)
}

export function cardLaid(): void {
  if (prefs.sound) tone(220, 0, 0.07)
}
