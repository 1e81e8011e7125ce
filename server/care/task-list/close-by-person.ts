import { hasDiagnosis } from '../../../domain/follow-up.ts'
import { callAgainAt, callerAt } from '../../../domain/office/calls.ts'
import {
  alsoCloses,
  alsoClosesOfResult,
  type CloseReason,
  needsAllSteps,
  needsNote,
  opensNext,
  reasonsFor,
} from '../../../domain/office/loop-closing.ts'
import type { LoopCall, LoopClosing } from '../../../domain/office/loop-schemas.ts'
import type { Deps } from '../../deps.ts'
import { findMember } from '../../members/members.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { changeLoop, toRows } from '../../tasks/change-loops.ts'
import { followPersonsWord } from '../../tasks/follow-recall.ts'
import { findLoop, insertLoops, lockLoopsOfPerson } from '../../tasks/loops.queries.ts'
import { type Closing, sealClosing } from '../../tasks/sealed-closing.ts'
import { type LoopRow, toStored } from '../../tasks/sealed-loops.ts'
import { writeDeath } from '../contact-stops/record-stop.ts'

type CloseDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys' | 'settings' | 'auth' | 'site'
>

/**
 * Closes a loop by a person's word, with what follows from it; that the member has died is then
 * recorded, and everything to them stops. Throws Refused not_found,
 * not_permitted, own_record, loop_closed, being_called, steps_left, or invalid_request for a reason that this kind
 * does not have or a note that is missing.
 */
export async function closeByPerson(
  deps: CloseDeps,
  { id, reason, note = '', diagnosis }: LoopClosing & { id: number },
  by: Staff,
): Promise<void> {
  let endedAccount: string | null = null
  await work(deps, { id, by }, async (tx, careLoop, others) => {
    const text = plainText(note)
    if (!reasonsFor(careLoop.kind, careLoop.pace).includes(reason))
      throw invalidField('reason', 'Choose one of this task’s outcomes.')
    if (needsNote(reason) && text === '')
      throw invalidField('note', 'Say what you tried and what happens next.')
    if (needsAllSteps(reason) && careLoop.nextStepAt !== null) throw new Refused('steps_left')
    const named = diagnosis !== undefined && hasDiagnosis(reason) ? { diagnosis } : {}
    const closing = { reason, note: text || null, ...named }
    const isOfResult = ({ resultId }: LoopRow) =>
      resultId !== null && resultId === careLoop.resultId
    const also = others.filter(
      (one) =>
        alsoCloses(reason, one.kind) || (isOfResult(one) && alsoClosesOfResult(reason, one.kind)),
    )
    for (const one of [careLoop, ...also]) {
      await end(tx, deps, one, closing, by)
      await followPersonsWord(tx, one, { reason, now: deps.now() })
    }
    await openNext(tx, deps, careLoop, { reason, now: deps.now() })
    if (reason === 'died')
      endedAccount = await writeDeath(tx, deps, {
        memberId: careLoop.memberId,
        staff: by,
        note: text,
      })
  })
  if (endedAccount) await deps.auth.staffAccounts?.bar(endedAccount, by.name)
}

/**
 * A call that did not reach the member, and when to try again; the loop stays open, and anybody may
 * take it. Throws Refused as closeByPerson, or invalid_request for a moment that has passed.
 */
export function recordCall(
  deps: CloseDeps,
  { id, ring_at: next, outcome }: LoopCall & { id: number },
  by: Staff,
): Promise<void> {
  const chosen = next === null ? null : new Date(next)
  return work(deps, { id, by }, async (tx, careLoop) => {
    const at = deps.now()
    const ringAt = chosen ?? (outcome ? callAgainAt(outcome, at, careLoop.dueAt) : null)
    if (ringAt !== null && ringAt < at)
      throw invalidField('ring_at', 'Please choose a moment that is still to come.')
    const calls = careLoop.calls + 1
    const called = { calls, lastCalledAt: at, ringAt, ...NOBODY }
    await changeLoop(tx, deps, careLoop, called)
    const subject = `care loop ${id}`
    const entry = { by, memberId: careLoop.memberId, subject, at }
    const act = outcome === 'left_message' ? 'rung, left a message' : 'rung without an answer'
    await insertAudit(tx, entry, act, { kind: careLoop.kind, calls })
  })
}

const NOBODY = { ringingBy: null, ringingSince: null }

/**
 * Gives the call to this person for CALL_MINUTES, again from now on if it is theirs already. Throws
 * Refused as closeByPerson.
 */
export function takeCall(deps: CloseDeps, id: number, by: Staff): Promise<void> {
  return work(deps, { id, by }, async (tx, careLoop) => {
    await changeLoop(tx, deps, careLoop, { ringingBy: by.id, ringingSince: deps.now() })
  })
}

/** Anybody may take the call again; nothing happens where nobody has. Throws Refused as takeCall. */
export function releaseCall(deps: CloseDeps, id: number, by: Staff): Promise<void> {
  return work(deps, { id, by }, async (tx, careLoop) => {
    await changeLoop(tx, deps, careLoop, NOBODY)
  })
}

function work(
  deps: CloseDeps,
  { id, by }: { id: number; by: Staff },
  change: (tx: Tx, careLoop: LoopRow, others: LoopRow[]) => Promise<void>,
): Promise<void> {
  return commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const known = await findLoop(tx, deps, id)
    if (!known) throw new Refused('not_found')
    // In one order, so that two people who close loops of one person do not wait for one another.
    const open = await lockLoopsOfPerson(tx, deps, known.memberId)
    const careLoop = open.find((one) => one.id === id) ?? { ...known, closedAt: deps.now() }
    if (!isShownTo(by, careLoop)) throw new Refused('not_permitted')
    if (careLoop.closedAt !== null) throw new Refused('loop_closed')
    // Of the person, not of the task: a member has one telephone.
    const callers = open.filter((one) => isShownTo(by, one)).map((one) => callerAt(one, deps.now()))
    if (callers.some((caller) => caller !== null && caller !== by.id))
      throw new Refused('being_called')
    const member = await findMember(tx, careLoop.memberId)
    if (member?.userId === by.userId) throw new Refused('own_record')
    const access = {
      staff: by,
      memberId: careLoop.memberId,
      what: 'member',
      at: deps.now(),
    } as const
    await insertStaffAccess(tx, {
      ...access,
      reason: careLoop.resultId === null ? 'day' : 'result',
    })
    await change(
      tx,
      careLoop,
      open.filter((one) => one.id !== id),
    )
  })
}

function isShownTo({ roles }: Staff, { owner, escalatedTo }: LoopRow): boolean {
  return [owner, escalatedTo].some((role) => role !== null && roles.includes(role))
}

async function end(
  tx: Tx,
  deps: CloseDeps,
  careLoop: LoopRow,
  closing: Closing,
  by: Staff,
): Promise<void> {
  const at = deps.now()
  await changeLoop(tx, deps, careLoop, {
    closedAt: at,
    closedBecause: 'person',
    closedBy: by.id,
    ...NOBODY,
    closing: sealClosing(deps.fieldKeys, careLoop, closing),
    nextStepAt: null,
  })
  await insertAudit(
    tx,
    { by, memberId: careLoop.memberId, subject: `care loop ${careLoop.id}`, at },
    'care loop closed',
    { kind: careLoop.kind },
  )
}

async function openNext(
  tx: Tx,
  { fieldKeys }: CloseDeps,
  careLoop: LoopRow,
  { reason, now }: { reason: CloseReason; now: Date },
): Promise<void> {
  const kind = opensNext(careLoop.kind, reason)
  if (!kind) return
  const { memberId, appointmentId, resultId, pace } = careLoop
  // The months of a GP count from the release.
  const openedAt = kind === 'gp_outcome' ? careLoop.openedAt : now
  const rows = await toRows(tx, [{ kind, memberId, appointmentId, resultId, pace, openedAt }])
  // Nobody has told the member yet that the sample is lost.
  const isToRing = reason === 'sample_lost'
  await insertLoops(
    tx,
    rows.map((row) => toStored(fieldKeys, { ...row, isToRing })),
  )
}
