import { useEffect, useRef, useState } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { AccessCodeNeeded } from '../events/access-code-needed.tsx'
import { LazyAccessCodeDialog } from '../events/lazy-access-code-dialog.tsx'
import { Button } from '../ui/button.tsx'

type Props = {
  event: CharityEvent
  onRight: () => void | Promise<void>
  startsOpen?: boolean
}

/** Shown when the access code of a private event was never entered or is older than 30 minutes. */
export function AccessCodeNotice({ event, onRight, startsOpen = false }: Props) {
  const [isAsking, setAsking] = useState(startsOpen)
  const wasAccepted = useRef(false)
  useEffect(() => () => focusHeadingAfter(wasAccepted.current), [])
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
        <LazyAccessCodeDialog
          eventId={event.event_id}
          onRight={() => {
            wasAccepted.current = true
            return onRight()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** The focused button is removed with the notice. */
function focusHeadingAfter(wasAccepted: boolean): void {
  if (!wasAccepted || document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
}
