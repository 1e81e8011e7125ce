import type { ReactNode } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { Notice } from '../ui/notice.tsx'

type Props = {
  event: CharityEvent
  level?: 2 | 3
  role?: 'alert'
  children: ReactNode
  action?: ReactNode
}

export function AccessCodeNeeded({ event, level = 3, role, children, action }: Props) {
  return (
    <Notice icon="lock-key" title="Access code needed" level={level} role={role}>
      <p>{children}</p>
      {event.contact_email && (
        <p>
          Ask the host for it: <a href={`mailto:${event.contact_email}`}>{event.contact_email}</a>
        </p>
      )}
      {action}
    </Notice>
  )
}
