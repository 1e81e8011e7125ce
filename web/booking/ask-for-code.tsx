import { useEffect, useRef, useState } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { AccessCodeNeeded } from '../events/access-code-needed.tsx'
import { AskAccessCode } from '../events/ask-access-code.tsx'
import { Button } from '../ui/button.tsx'

type Props = {
  event: CharityEvent
  /** What follows the right code. */
  onRight: () => void | Promise<void>
  /** The code is asked for at once, because a button that was pressed needs it. */
  startsOpen?: boolean
}

/** The booking of a private event wants its code: it was never given, or longer than 30 minutes ago. */
export function AskForCode({ event, onRight, startsOpen = false }: Props) {
  const [isAsking, setAsking] = useState(startsOpen)
  const isRight = useRef(false)
  useEffect(() => () => focusHeadingAfter(isRight.current), [])
  const button = (
    <p>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Enter the access code
      </Button>
    </p>
  )
  return (
    <>
      <AccessCodeNeeded event={event} level={2} role="alert" action={button}>
        {refusalSentence('access_code_required')}
      </AccessCodeNeeded>
      {isAsking && (
        <AskAccessCode
          eventId={event.event_id}
          onRight={() => {
            isRight.current = true
            return onRight()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The notice has gone, and with it the button that had the focus: the page's heading takes it. */
function focusHeadingAfter(isRight: boolean): void {
  if (!isRight || document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
