import { provenMobile } from '../../domain/proven-mobile.ts'
import { mayTell } from '../../domain/reach.ts'
import { findReachFacts } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'

/** Whether an email or a text about an appointment reaches the member; otherwise a person calls. */
export async function isReached(
  q: Queryable,
  { sendsSms }: { sendsSms: boolean },
  memberId: number,
): Promise<boolean> {
  const facts = await findReachFacts(q, memberId)
  if (!facts || !mayTell(facts, 'appointment')) return false
  const hasSms = sendsSms && facts.contactBy === 'sms' && provenMobile(facts) !== null
  return Boolean(facts.email) || hasSms
}
