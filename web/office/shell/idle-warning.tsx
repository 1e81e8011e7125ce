import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, Buttons } from '../../ui/button.tsx'
import dialogStyles from '../../ui/dialog.module.css'
import { read } from '../api.ts'
import { lockWhenIdle } from '../session.ts'

/** The session of staff ends after 30 idle minutes; the warning comes a minute before. */
const IDLE_MS = 30 * 60_000
const WARNING_MS = 60_000
const REPORT_MS = 5 * 60_000
const ACTIVITY = ['click', 'keydown', 'wheel', 'touchmove'] as const
const LISTENING = { capture: true, passive: true }

/** Watches for activity in all tabs of the office, warns, and locks. */
export function IdleWarning() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)
  const stay = useRef<() => void>(undefined)

  useEffect(() => {
    let lastActive = Date.now()
    let lastReport = lastActive
    const channel = new BroadcastChannel('office-activity')
    channel.onmessage = () => {
      lastActive = Date.now()
      look()
    }
    stay.current = noteActivity
    const timer = setInterval(look, 1_000)
    for (const type of ACTIVITY) addEventListener(type, onActivity, LISTENING)
    document.addEventListener('visibilitychange', look)
    return () => {
      channel.close()
      clearInterval(timer)
      for (const type of ACTIVITY) removeEventListener(type, onActivity, LISTENING)
      document.removeEventListener('visibilitychange', look)
    }

    // The warning has a button: a press elsewhere would reach the screen below it.
    function onActivity() {
      if (look() > WARNING_MS) noteActivity()
    }

    function noteActivity() {
      // The computer may have slept since.
      if (look() <= 0) return
      if (Date.now() - lastActive > 1_000) channel.postMessage('active')
      lastActive = Date.now()
      // Typing alone reaches no server, which counts idle minutes too.
      if (lastActive - lastReport > REPORT_MS) {
        lastReport = lastActive
        read('GET /api/office/me').catch(() => undefined)
      }
      look()
    }

    function look() {
      const remaining = IDLE_MS - (Date.now() - lastActive)
      setSecondsLeft(remaining <= WARNING_MS ? Math.max(0, Math.ceil(remaining / 1_000)) : null)
      if (remaining <= 0) lockWhenIdle().catch(() => undefined)
      return remaining
    }
  }, [])

  if (secondsLeft === null) return null
  return <Warning secondsLeft={secondsLeft} onStay={() => stay.current?.()} />
}

function Warning({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={dialogStyles.dialog}
      data-tone="warn"
      role="alertdialog"
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault()
        onStay()
      }}
    >
      <h2 id={title}>Are you still there?</h2>
      <p>
        You have not done anything for 29 minutes. The office will lock in{' '}
        <b className="num">
          {secondsLeft} {secondsLeft === 1 ? 'second' : 'seconds'}
        </b>
        . You will not lose what you have typed.
      </p>
      <Buttons>
        <Button onClick={onStay}>Stay signed in</Button>
      </Buttons>
    </dialog>
  )
}
