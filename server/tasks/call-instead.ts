import type { BulkKind } from '../../domain/office/bulk-actions.ts'
import { type Leaving, OFFICE_MESSAGE } from '../messages/mails/leaving.ts'
import type { Queryable } from '../platform/db/database.ts'
import { callAboutEvent } from './call-about-event.ts'
import { callAboutMoney } from './call-about-money.ts'
import {
  callAboutResult,
  findToTell,
  listAsNotTold,
  listItemAsNotTold,
} from './call-instead.queries.ts'

/** Which bulk action a message to its members is of, by the first word of `about`. */
const ACTION_OF: Record<string, BulkKind> = {
  cancelled: 'event cancellation',
  'sms-cancelled': 'event cancellation',
  moved: 'time change',
  'sms-moved': 'time change',
  changed: 'event change',
  'sms-changed': 'event change',
  message: 'message',
  late: 'running late',
  'sms-late': 'running late',
}

/** Messages after which a person calls, where no bulk action lists the member for a call. */
const CALLED_ABOUT = [...Object.keys(ACTION_OF), 'payment-link']

/**
 * Where the limits keep a message back, or it is refused for good: a person calls. News of a result goes to the people to call of
 * the open tasks, a change of an event to those whom its bulk action did not reach, any other message
 * that an appointment is cancelled, moved or changed, or how to pay for it, opens a task by itself.
 * A reminder stands under Mails alone.
 */
export async function callInstead(
  q: Queryable,
  { queue, about = '' }: Leaving,
  now: Date,
): Promise<void> {
  const [word = '', subject = '', item] = about.split(' ')
  if (word === OFFICE_MESSAGE && item !== undefined) {
    const toTell = await listItemAsNotTold(q, Number(item), now)
    return toTell ? callAboutEvent(q, { ...toTell, now }) : undefined
  }
  if (word === 'sms-news') return callAboutResult(q, Number(subject))
  if (!CALLED_ABOUT.includes(word)) return
  // A payment link goes by one way; everything else is mailed to whoever has an address.
  const isSms = queue === 'sms' && word !== 'payment-link'
  const kind = ACTION_OF[word]
  const listed = kind && (await listAsNotTold(q, { reference: subject, kind, isSms, now }))
  if (listed) return callAboutEvent(q, { ...listed, now })
  const toTell = await findToTell(q, { reference: subject, isSms })
  if (!toTell) return
  const { appointmentId } = toTell
  if (word === 'payment-link') await callAboutMoney(q, { appointmentId, now })
  else await callAboutEvent(q, { ...toTell, now })
}
