import { useRef, useState } from 'react'
import type { ShownPerson } from '../../../../domain/office/day-people.ts'
import { answerScan, type OpenTask, readScan } from '../../../../domain/office/day-scans.ts'
import { slipCodeOf } from '../../../../domain/office/slips.ts'
import type { TubeRule } from '../../../../domain/office/tube-patterns.ts'
import { scanText } from './answer-text.ts'
import { RepeatGuard } from './repeat-guard.ts'
import { playTone } from './sounds.ts'
import { useKeyboardScanner } from './use-keyboard-scanner.ts'

const HOLD_MS = 1_000
const TOO_QUICK =
  'That was too quick to be the next member. Look at what was just recorded, then scan again.'

type Scans = {
  /** What became of the last scan, where that needs words. */
  words: string | null
  /** Takes a code, from whatever read it; the same one within 3 seconds does nothing. */
  take: (text: string) => void
  /** After a sample: a code within a second may still be meant for the member before. */
  hold: () => void
  forget: () => void
}

export function useScans({
  people,
  cancelled,
  rule,
  hasSlips,
  open,
  isPaused,
  onOpen,
  onSample,
  onSlip,
  onShow,
}: {
  people: readonly ShownPerson[]
  /** References. */
  cancelled: readonly string[]
  rule: TubeRule
  /** Members carry the number of their tube on a slip. */
  hasSlips: boolean
  open: OpenTask | null
  isPaused: boolean
  onOpen: (person: ShownPerson, task: 'arrive' | 'sample') => void
  /** A tube for the person of the open dialog. */
  onSample: (tube: string) => void
  /** The code of a slip for the person of the open dialog. */
  onSlip: (code: string) => void
  /** Shows the row of the person with this reference or tube, who needs no dialog. */
  onShow: (code: string) => void
}): Scans {
  const [texts, setText] = useState<string | null>(null)
  const [repeats] = useState(() => new RepeatGuard())

  const heldUntil = useRef(Number.NEGATIVE_INFINITY)

  function take(text: string): void {
    const now = performance.now()
    if (repeats.isRepeat(text, now)) return
    if (now < heldUntil.current) {
      repeats.forget()
      setText(TOO_QUICK)
      playTone('bad')
      return
    }
    const answer = answerScan(readScan(text, { people, cancelled, rule }), open, { hasSlips })
    if (answer.do === 'nothing') return
    setText(answer.do === 'say' ? scanText(answer) : null)
    playTone(answer.do === 'say' ? 'bad' : 'good')
    if (answer.do === 'open') onOpen(answer.person, answer.task)
    else if (answer.do === 'sample') onSample(answer.tube)
    else if (answer.do === 'slip') onSlip(slipCodeOf(answer.tube))
    else if (answer.person && !open) onShow(answer.code)
  }
  // A question of another dialog is answered first.
  useKeyboardScanner((text) => {
    if (isPaused) return
    if (open || !document.querySelector('dialog[open]')) take(text)
  })
  function hold(): void {
    heldUntil.current = performance.now() + HOLD_MS
  }
  return { words: texts, take, hold, forget: () => setText(null) }
}
