import { hasDay, hasDiagnosis, outcomeDayFault } from '../../../domain/follow-up.ts'
import type { FollowUp } from '../../../domain/follow-up-schemas.ts'
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import { afterAnswer } from '../../../domain/office/loop-closing.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { FollowUpLink } from '../../facts/sealed-follow-up-links.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { changeLoop, closeAnyLoops, openAnyLoop } from '../../tasks/change-loops.ts'
import { lockLoopsOfPerson } from '../../tasks/loops.queries.ts'
import type { LoopRow } from '../../tasks/sealed-loops.ts'
import {
  findFollowUpLink,
  insertFollowUpAnswer,
  listOpenKinds,
  markFollowUpAnswered,
} from './follow-up.queries.ts'
import { type Said, sealSaid } from './sealed-follow-up.ts'

type AnswerDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys'>
type Opened = { link: FollowUpLink; member: Member; state: FollowUp['state'] }

const ASKED_ABOUT: readonly LoopKind[] = ['gp_told', 'gp_outcome']

/** Throws Refused not_found for an unknown key. */
export async function openFollowUp(deps: AnswerDeps, key: string): Promise<Opened> {
  const { now } = deps
  const { db } = deps.database
  const link = await findFollowUpLink(db, deps.fieldKeys, hashOfLinkKey(key))
  const member = link && (await findMember(db, link.memberId))
  if (!link || !member) throw new Refused('not_found')
  if (link.answeredAt) return { link, member, state: 'answered' }
  const open = await listOpenKinds(db, deps, link.resultId)
  const isOver = link.expiresAt <= now() || !open.some((kind) => ASKED_ABOUT.includes(kind))
  return { link, member, state: isOver ? 'over' : 'open' }
}

/**
 * Saves the answer, sealed, once, with what it does to the loops of its result; a repeat changes
 * nothing, and neither does an answer after the link has ended. Throws Refused invalid_request for a
 * day that cannot be.
 */
export async function answerFollowUp(
  deps: AnswerDeps,
  { link, state }: Opened,
  { outcome, on, diagnosis = null }: Said,
): Promise<void> {
  if (state !== 'open') return
  const now = deps.now()
  const day = hasDay(outcome) ? on : null
  const fault = day === null ? null : outcomeDayFault(day, ukDate(now))
  if (fault !== null) throw invalidField('on', fault)
  await deps.database.transaction(async (tx) => {
    const open = await lockLoopsOfPerson(tx, deps, link.memberId)
    const openQuestions = open.filter(
      ({ kind, resultId }) => resultId === link.resultId && ASKED_ABOUT.includes(kind),
    )
    if (openQuestions.length === 0) return
    await store(tx, deps, {
      link,
      openQuestions,
      answer: {
        outcome,
        on: day,
        ...(diagnosis !== null && hasDiagnosis(outcome) && { diagnosis }),
      },
    })
  })
}

async function store(
  tx: Tx,
  { fieldKeys, now: clock }: AnswerDeps,
  { link, openQuestions, answer }: { link: FollowUpLink; openQuestions: LoopRow[]; answer: Said },
): Promise<void> {
  const { resultId, memberId, round } = link
  const at = clock()
  if (!(await markFollowUpAnswered(tx, fieldKeys, { link, at }))) return
  const sealed = sealSaid(fieldKeys, { resultId, round }, answer)
  await insertFollowUpAnswer(tx, { resultId, memberId, round, sealed, answeredAt: at })
  await follow(tx, { fieldKeys }, { link, openQuestions, answer, at })
  await insertAudit(tx, { memberId, subject: `result ${resultId}`, at }, 'follow-up answered')
}

async function follow(
  tx: Tx,
  keys: Pick<Deps, 'fieldKeys'>,
  {
    link,
    openQuestions,
    answer,
    at,
  }: { link: FollowUpLink; openQuestions: LoopRow[]; answer: Said; at: Date },
): Promise<void> {
  const { closes, opens, isToRing } = afterAnswer(link.round, answer.outcome)
  const [first] = openQuestions
  if (isToRing && first) await changeLoop(tx, keys, first, { isToRing: true })
  const subject = { resultIds: [link.resultId] }
  const closed = await closeAnyLoops(tx, keys, {
    kinds: closes,
    subject,
    because: 'answered by link',
    at,
  })
  if (!opens) return
  for (const { memberId, appointmentId, resultId, openedAt, pace } of closed)
    await openAnyLoop(tx, keys, {
      kind: opens,
      memberId,
      appointmentId,
      resultId,
      openedAt,
      pace,
    })
}
