// A short tone after a scan, beside the words, where the tablet's user wants it.

const TONES = {
  good: { shape: 'sine', hertz: 880, seconds: [0.12] },
  bad: { shape: 'square', hertz: 220, seconds: [0.14, 0.14] },
} as const
const PAUSE = 0.08
const VOLUME = 0.2

let context: AudioContext | undefined

let isOn = true

export function areSoundsOn(): boolean {
  return isOn
}

/** Until the page is loaded again. */
export function turnSounds(on: boolean): void {
  isOn = on
}

export function playTone(tone: keyof typeof TONES): void {
  if (!isOn || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  const { shape, hertz, seconds } = TONES[tone]
  let at = context.currentTime
  for (const length of seconds) {
    const tone = new OscillatorNode(context, { type: shape, frequency: hertz })
    tone.connect(new GainNode(context, { gain: VOLUME })).connect(context.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length + PAUSE
  }
}
