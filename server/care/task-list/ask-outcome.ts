import { DAY_MS } from '../../../domain/durations.ts'
import type { FollowUpRound } from '../../../domain/follow-up.ts'
import { isByLetter } from '../../../domain/office/result-letters.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import type { Deps } from '../../deps.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import { mayTellMember } from '../../members/reach.queries.ts'
import { followUpRequested } from '../../messages/mails/follow-up-requested.ts'
import { followUpAskedBySms } from '../../messages/sms/follow-up-requested.ts'
import type { Tx } from '../../platform/db/database.ts'
import { hashOfLinkKey, makeLinkKey } from '../../platform/keys/link-key.ts'
import { findReaderOf } from '../../tasks/chase.queries.ts'
import type { LoopRow } from '../../tasks/sealed-loops.ts'
import { insertFollowUpLink, wasTakenElsewhere } from './follow-up.queries.ts'

type AskDeps = Pick<Deps, 'now' | 'jobs' | 'fieldKeys'> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'>
}
type AskAction = 'ask' | 'ask_again'

const ROUNDS: Record<AskAction, FollowUpRound> = { ask: 'six_weeks', ask_again: 'six_months' }
/** The link of six weeks has ended when the next one is sent. */
const WORKS_DAYS = 90
/** Sends the question of the follow-up, once for a result and round. */
export async function askOutcome(
  tx: Tx,
  deps: AskDeps,
  { careLoop, action, isInTime }: { careLoop: LoopRow; action: AskAction; isInTime: boolean },
): Promise<'done' | 'no_way' | 'late'> {
  const { resultId } = careLoop
  if (resultId === null) return 'no_way'
  if (await wasTakenElsewhere(tx, deps, { loop: careLoop, resultId, action })) return 'done'
  if (!isInTime) return 'late'
  const memberId = await findReaderOf(tx, resultId)
  const member = memberId === null ? null : await findMember(tx, memberId)
  const way = member && wayToAsk(deps, member)
  if (!member || memberId === null || !way) return 'no_way'
  if (!(await mayTellMember(tx, memberId, 'invitation'))) return 'no_way'
  const key = makeLinkKey()
  const createdAt = deps.now()
  const expiresAt = new Date(createdAt.getTime() + WORKS_DAYS * DAY_MS)
  const link = { keyHash: hashOfLinkKey(key), resultId, memberId, round: ROUNDS[action] }
  const made = { ...link, createdAt, expiresAt, answeredAt: null }
  if (!(await insertFollowUpLink(tx, deps.fieldKeys, made))) return 'done'
  const details = {
    resultId,
    until: expiresAt,
    link: `${deps.settings.publicUrl}/by-link#follow=${key}`,
  }
  if (way.by === 'sms')
    await deps.jobs.enqueue(tx, 'sms', followUpAskedBySms({ ...details, phone: way.to }))
  else await deps.jobs.enqueue(tx, 'mail', followUpRequested({ ...details, to: way.to, member }))
  return 'done'
}

/** Null for neither mail nor mobile, and for members who want to be rung or written to by post. */
function wayToAsk(
  { settings }: AskDeps,
  member: Member,
): { by: 'mail' | 'sms'; to: string } | null {
  const { contactBy, email } = member
  if (contactBy === 'telephone' || isByLetter(contactBy)) return null
  const mobile = settings.sendsSms ? provenMobile(member) : null
  if (mobile !== null && (contactBy === 'sms' || email === null)) return { by: 'sms', to: mobile }
  return email === null ? null : { by: 'mail', to: email }
}
