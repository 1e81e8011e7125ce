import type { BulkKind } from '../../domain/office/bulk-actions.ts'
import type { Queryable } from '../db/database.ts'
import { callAboutResult, listAsNotTold } from './call-instead.queries.ts'
import type { Leaving } from './leaving.ts'

/** Which bulk action a message to its members is of, by the first word of `about`. */
const ACTION_OF: Record<string, BulkKind> = {
  cancelled: 'event cancellation',
  'sms-cancelled': 'event cancellation',
  moved: 'time change',
  'sms-moved': 'time change',
  changed: 'event change',
  'sms-changed': 'event change',
  message: 'message',
}

/**
 * Where the limits keep a message back: a person calls. News of a result goes to the people to call of
 * the open tasks, a change of an event to those whom its bulk action did not reach. Others stand
 * under Mails alone.
 */
export async function callInstead(
  q: Queryable,
  { queue, about = '' }: Leaving,
  now: Date,
): Promise<void> {
  const [word = '', subject = ''] = about.split(' ')
  if (word === 'sms-news') return callAboutResult(q, Number(subject))
  const kind = ACTION_OF[word]
  if (kind) await listAsNotTold(q, { reference: subject, kind, isSms: queue === 'sms', now })
}
