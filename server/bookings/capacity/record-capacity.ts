import { randomUUID } from 'node:crypto'
import {
  capacityOf,
  type NewCapacityDecision,
  type NewDoubt,
  needsAttorney,
} from '../../../domain/office/capacity.ts'
import type { Deps } from '../../deps.ts'
import { findMemberIdOf, insertCapacityEntry, listCapacity } from '../../facts/capacity.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followDecision, followDoubt } from '../../tasks/follow-capacity.ts'
import { lockStoredOfPerson } from '../../tasks/loops.queries.ts'
import { sealCapacity } from './sealed-capacity.ts'

type CapacityDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys'>
type About = { memberId: number; staff: Staff }

/** Throws Refused not_found, own_record or invalid_request. */
export function recordDoubt(
  deps: CapacityDeps,
  { memberId, staff, words, appointment_id: appointmentId = null }: About & NewDoubt,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    await lockPerson(tx, { memberId, staff })
    if (appointmentId !== null && (await findMemberIdOf(tx, appointmentId)) !== memberId)
      throw new Refused('not_found')
    await insertStaffAccess(tx, { staff, memberId, what: 'member', reason: 'booking', at })
    await writeDoubt(tx, deps, { memberId, appointmentId, words, staff, at })
  })
}

/**
 * The same in the transaction of an action at the door, whose id is `actionId`; one that was recorded
 * before changes nothing.
 */
export async function writeDoubt(
  tx: Tx,
  { fieldKeys, now }: Pick<Deps, 'fieldKeys' | 'now'>,
  doubt: {
    memberId: number
    appointmentId: number | null
    words: string
    staff: Staff
    at: Date
    actionId?: string
  },
): Promise<void> {
  const { memberId, appointmentId, staff, at, actionId = null } = doubt
  const text = plainText(doubt.words)
  if (text === '') throw invalidField('words', 'Please write why you doubt it.')
  const sealId = randomUUID()
  const sealed = sealCapacity(fieldKeys, sealId, { words: text })
  const row = { memberId, appointmentId, actionId, madeBy: staff.id, at, sealId, sealed }
  const id = await insertCapacityEntry(tx, { ...row, kind: 'doubt' })
  if (id === null) return
  await followDoubt(tx, { memberId, appointmentId, now: now() })
  await insertAudit(
    tx,
    {
      by: staff,
      memberId,
      subject: appointmentId === null ? `member ${memberId}` : `appointment ${appointmentId}`,
      at,
    },
    'capacity doubted',
    { entry: id },
  )
}

/**
 * A clinician's decision about every doubt up to the one they have read. Throws Refused not_found,
 * own_record, changed_meanwhile when another doubt came since, or invalid_request.
 */
export function decideCapacity(
  deps: CapacityDeps,
  params: About & NewCapacityDecision,
): Promise<void> {
  const { memberId, staff, decision, doubt } = params
  const at = deps.now()
  return commit(deps, async (tx) => {
    await lockPerson(tx, { memberId, staff })
    const entries = await listCapacity(tx, memberId)
    const last = entries.findLast(({ kind }) => kind === 'doubt')
    if (!last) throw new Refused('not_found')
    if (last.id !== doubt) throw new Refused('changed_meanwhile', { by: last.by })
    const content = decisionContent(params)
    await insertStaffAccess(tx, {
      staff,
      memberId,
      what: 'member',
      reason: 'request of the man',
      at,
    })
    const sealId = randomUUID()
    const id = await insertCapacityEntry(tx, {
      memberId,
      kind: decision,
      decides: doubt,
      madeBy: staff.id,
      at,
      sealId,
      sealed: sealCapacity(deps.fieldKeys, sealId, content),
    })
    await followDecision(tx, { memberId, now: at })
    await insertAudit(tx, { by: staff, memberId, at }, 'capacity decided', {
      entry: id,
      before: { decision: capacityOf(entries).decision },
      after: { decision },
    })
  })
}

function decisionContent({ decision, words, name = null, paper = null }: NewCapacityDecision) {
  const written = plainText(words)
  if (written === '') throw invalidField('words', 'Please write what you found.')
  if (!needsAttorney(decision)) return { words: written, name: null, paper: null }
  const named = plainText(name ?? '')
  const seen = plainText(paper ?? '')
  if (named === '') throw invalidField('name', 'Please enter who decides for the member.')
  if (seen === '') throw invalidField('paper', 'Please enter the paper that you have seen.')
  return { words: written, name: named, paper: seen }
}

/** The tasks first, as everything that closes them does. */
async function lockPerson(tx: Tx, { memberId, staff }: About): Promise<void> {
  await lockStoredOfPerson(tx, memberId)
  const row = ownRecord(await lockProfile(tx, memberId))
  if (row.userId !== null && row.userId === staff.userId) throw new Refused('own_record')
}
