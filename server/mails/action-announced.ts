import { pounds } from '../../domain/money.ts'
import type { BulkKind, SecondPersonReason } from '../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

const ACTIONS: Record<BulkKind, string> = {
  'event cancellation': 'Cancelling the day',
  'event change': 'News of a change to everybody booked',
  'time change': 'Changing the time',
  message: 'Message to members',
}

type About = {
  to: string
  id: number
  kind: BulkKind
  event: { name: string; startsAt: Date }
  publicUrl: string
}

/** To a colleague: what is about to be done for many members, and how to stop it. */
export function actionAnnounced({
  to,
  id,
  kind,
  event,
  by,
  members,
  pence,
  tellsAt,
  reasons,
  publicUrl,
}: About & {
  by: { name: string }
  members: number
  pence?: number
  tellsAt: Date | null
  reasons?: readonly SecondPersonReason[]
}) {
  const facts: (readonly [string, string])[] = [
    ['Event', event.name],
    ['Day', momentInWords(event.startsAt)],
    ['Asked for by', by.name],
    ['Members', String(members)],
    ...(pence === undefined ? [] : [['To pay back', pounds(pence)] as const]),
  ]
  return letter({
    to,
    subject: `${ACTIONS[kind]}: ${event.name}`,
    parts: [
      reasons
        ? 'An event is to be cancelled. Nobody can book it from now on. A second person must approve this before appointments are cancelled and money is refunded.'
        : 'Something is about to be sent to many members.',
      { facts },
      tellsAt
        ? `Members get a message at ${momentInWords(tellsAt)}, unless somebody stops it or a second person approves it sooner.`
        : 'This is the second event that the same person has cancelled within 24 hours, so members get nothing until a second person approves it.',
      {
        words: 'Look at it, and confirm or stop it:',
        link: `${publicUrl}/office/bulk-actions/${id}`,
        label: 'Open it in the office',
      },
      closing,
    ],
  })
}

/** To a colleague: it is stopped, and members have what they had. */
export function actionStopped({
  to,
  id,
  kind,
  event,
  by,
  reason,
  publicUrl,
}: About & { by: string; reason: string }) {
  return letter({
    to,
    subject: `Stopped: ${ACTIONS[kind]}, ${event.name}`,
    parts: [
      `${ACTIONS[kind]} for ${event.name} at ${momentInWords(event.startsAt)} is stopped. Appointments stay as they are.`,
      { facts: [['By', by] as const, ['Reason', reason] as const] },
      {
        words: 'See it here:',
        link: `${publicUrl}/office/bulk-actions/${id}`,
        label: 'Open it in the office',
      },
      closing,
    ],
  })
}
