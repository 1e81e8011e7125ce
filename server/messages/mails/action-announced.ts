import { pounds } from '../../../domain/money.ts'
import type { BulkKind, SecondPersonReason } from '../../../domain/office/bulk-actions.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

const ACTIONS: Record<BulkKind, string> = {
  'event cancellation': 'Cancelling the event',
  'event change': 'Telling members about a change',
  'time change': 'Changing the time',
  message: 'Message to members',
  'running late': 'Telling members about a delay',
  'appointment moves': 'Moving appointments',
  'appointment cancellations': 'Cancelling appointments',
}

const FOR_TWO: Partial<Record<BulkKind, string>> = {
  'appointment moves':
    'Appointments of an event are to be moved. A second person must approve this before anything changes.',
  'appointment cancellations':
    'Appointments of an event are to be cancelled. A second person must approve this before anything changes or money is refunded.',
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
    ['When', momentInWords(event.startsAt)],
    ['Requested by', by.name],
    ['Members', String(members)],
    ...(pence === undefined ? [] : [['To refund', pounds(pence)] as const]),
  ]
  return letter({
    to,
    subject: `${ACTIONS[kind]}: ${event.name}`,
    parts: [
      reasons
        ? (FOR_TWO[kind] ??
          'An event is to be cancelled. Nobody can book it from now on. A second person must approve this before appointments are cancelled and money is refunded.')
        : 'A message is about to be sent to many members.',
      { facts },
      tellsAt
        ? `Members will get a message at ${momentInWords(tellsAt)}, or sooner if a second person approves it. Until then it can be stopped.`
        : FOR_TWO[kind]
          ? 'Members will not hear anything before that.'
          : 'This is the second event that the same person has cancelled within 24 hours, so members will not hear anything until a second person approves it.',
      {
        words: 'Please check it, then approve or stop it:',
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
      `${ACTIONS[kind]} for ${event.name} at ${momentInWords(event.startsAt)} has been stopped. Appointments stay as they are.`,
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
