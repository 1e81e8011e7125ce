import { useEffect, useRef } from 'react'
import { plainCode, readAppointmentCode } from '../../../../domain/appointment-code.ts'
import { KeyboardBurst } from './keyboard-burst.ts'

const FIELDS = 'input, textarea, select'
const SEARCH = 'input[type=search]'

/**
 * Calls `onScan` with what a keyboard scanner types anywhere on the screen, the search box included
 * but no other field. Its Enter presses no button.
 */
export function useKeyboardScanner(onScan: (text: string) => void): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    const burst = new KeyboardBurst()
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body
      const isField = target.matches(FIELDS)
      if (isField && !target.matches(SEARCH)) return
      const text = burst.take(event.key, event.timeStamp)
      // A name that was typed fast is searched for.
      if (text === null || (isField && !isCode(text))) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(text)
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

function isCode(text: string): boolean {
  return readAppointmentCode(text) !== null || /\d/.test(plainCode(text))
}
