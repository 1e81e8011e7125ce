import { type GroupWay, wayToMember } from '../../domain/office/attendee-messages.ts'
import type { MessageWay } from '../../domain/office/member-message.ts'
import { mayTell } from '../../domain/reach.ts'
import type { Deps } from '../deps.ts'
import { findReachFacts } from '../members/reach.queries.ts'
import { isFailing } from '../messages/mail-jobs/mails-to.ts'
import { mobileForTexts } from '../messages/sms/appointment-sms.ts'
import type { Queryable } from '../platform/db/database.ts'

/** How the member gets a message that is sent in this way now: as domain wayToMember, with the number of a text. */
export async function findWayToMember(
  q: Queryable,
  deps: Pick<Deps, 'fieldKeys'> & { settings: Pick<Deps['settings'], 'sendsSms'> },
  { memberId, by }: { memberId: number; by: GroupWay },
): Promise<{ way: MessageWay | 'call'; mobile: string | null }> {
  const facts = await findReachFacts(q, memberId)
  if (!facts || !mayTell(facts, 'appointment')) return { way: 'call', mobile: null }
  const { email, contactBy } = facts
  const mobile = mobileForTexts(deps.settings, facts)
  const isEmailFailing = by === 'any' && email !== null && (await isFailing(q, deps, email))
  return { way: wayToMember(by, { email, mobile, contactBy, isEmailFailing }), mobile }
}
