import type { CharityEvent } from '../../domain/contract.ts'
import { refusalSentence } from '../../domain/refusals.ts'
import { Notice } from '../ui/notice.tsx'

/** Says that a private event opens only with its code, and who gives it. */
export function AccessCodeNeeded({ event }: { event: CharityEvent }) {
  return (
    <Notice icon="lock-key" title="Access code needed" level={3}>
      <p>{refusalSentence('access_code_required')}</p>
      {event.contact_email && (
        <p>
          The host gives it out: <a href={`mailto:${event.contact_email}`}>{event.contact_email}</a>
        </p>
      )}
    </Notice>
  )
}
