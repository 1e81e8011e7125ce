import { letterAddress, wayToLearn } from '../../domain/office/result-letters.ts'
import { mayTell } from '../../domain/reach.ts'
import { indexOfAddress } from '../facts/address-index.ts'
import { findReturnedLetter } from '../facts/returned.queries.ts'
import { findReachFacts } from '../members/reach.queries.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { closeLoops, openLoop } from './change-loops.ts'
import { findReaderOf } from './chase.queries.ts'
import { findLearner, listOpenNoWays } from './loops.queries.ts'
import type { LoopRow } from './sealed-loops.ts'

type Keys = { fieldKeys: FieldKeys }
type About = Pick<LoopRow, 'memberId' | 'appointmentId'> & { resultId: number }

/** How the member who may read the result can learn it; `nobody` where a death or erasure decides. */
export async function findWayToLearn(
  q: Queryable,
  { fieldKeys }: Keys,
  resultId: number,
): Promise<ReturnType<typeof wayToLearn> | 'nobody'> {
  const memberId = await findReaderOf(q, resultId)
  const facts = memberId === null ? null : await findReachFacts(q, memberId)
  const learner = memberId === null ? null : await findLearner(q, memberId)
  if (!facts || !learner || facts.diedAt !== null || facts.erasedAt !== null) return 'nobody'
  const { careOf, addressLines: lines, postcode, phone } = facts
  const { town } = learner
  const address = (letterAddress({ name: '', careOf, lines, town, postcode }) ?? []).slice(1)
  const isWhole = address.length > 0
  const returned = isWhole ? await findReturnedLetter(q, learner.id) : null
  const isReturned = returned?.addressIndex.equals(indexOfAddress(fieldKeys, address))
  return wayToLearn({
    contactBy: learner.contactBy,
    hasAccount: learner.userId !== null,
    hasPhone: phone.trim() !== '',
    address: isWhole ? (isReturned ? 'returned' : 'good') : 'none',
    mayBeTold: mayTell(facts, 'result'),
  })
}

/** Opens a clinician's task where nothing reaches the member. */
export async function openIfNoWay(
  q: Queryable,
  deps: Keys,
  { now, ...about }: About & { now: Date },
): Promise<void> {
  if ((await findWayToLearn(q, deps, about.resultId)) !== null) return
  await openLoop(q, { kind: 'no_way_to_tell', ...about, openedAt: now })
}

/** Closes such tasks whose members can be reached meanwhile. */
export async function closeWhereAWayIsKnown(q: Queryable, deps: Keys, now: Date): Promise<void> {
  for (const resultId of await listOpenNoWays(q)) {
    if ((await findWayToLearn(q, deps, resultId)) === null) continue
    const subject = { resultIds: [resultId] }
    await closeLoops(q, { kinds: ['no_way_to_tell'], subject, because: 'a way is known', at: now })
  }
}
