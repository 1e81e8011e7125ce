import { randomUUID } from 'node:crypto'
import type { ErasureBlocker } from '../../../domain/office/contact-stops.ts'
import { ERASURE_RULES } from '../../../domain/office/erasure-rules.ts'
import type { ErasureClosing, OBSTACLES } from '../../../domain/office/erasure-schemas.ts'
import { sealException } from '../../care/contact-stops/sealed-stops.ts'
import type { Deps } from '../../deps.ts'
import { erasureRefused } from '../../messages/mails/erasure-done.ts'
import { erasureTakenBack } from '../../messages/mails/erasure-taken-back.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { canErase, isStaff, lockMemberRow, tryErasure } from './carry-out.queries.ts'
import { findErasureObstacles } from './erasure.queries.ts'
import {
  approveErasure,
  closeErasure,
  countStaying,
  type ErasureOfOffice,
  lockOpenErasure,
} from './erasures.queries.ts'
import { insertException, listBlockers, listSigned } from './under-way.queries.ts'

type DecideDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>
type Obstacle = (typeof OBSTACLES)[number]
type Part = { what: string; rows: number }
type UnderWay = { what: ErasureBlocker; is_signed: boolean }[]
type DryRun = {
  obstacles: Obstacle[]
  under_way: UnderWay
  goes: Part[]
  stays: (Part & { why: string; until: string })[]
}

/** What erasing would do now; nothing is changed. */
export async function previewErasure(
  q: Queryable,
  {
    id,
    memberId,
    userId,
    askedAt,
  }: Pick<ErasureOfOffice, 'id' | 'memberId' | 'userId' | 'askedAt'>,
  now: Date,
): Promise<DryRun> {
  const counts = await tryErasure(q, { requestId: id, now })
  const { hasUpcoming, hasMoneyUnderWay } = await findErasureObstacles(q, { memberId, now })
  const obstacles: [Obstacle, boolean][] = [
    ['appointment', hasUpcoming],
    ['money', hasMoneyUnderWay],
    ['staff', await isStaff(q, userId)],
    ['not set up', counts === null],
  ]
  const account = userId === null ? [] : [{ what: 'Account and sign-ins', rows: 1 }]
  return {
    obstacles: obstacles.filter(([, stands]) => stands).map(([name]) => name),
    under_way: await readUnderWay(q, { memberId, askedAt, now }),
    goes: [...account, ...partsOf(counts ?? {})],
    stays: staying(await countStaying(q, memberId), counts ?? {}),
  }
}

/** What is under way, and what of it a clinician has signed since the request. */
export async function readUnderWay(
  q: Queryable,
  { memberId, askedAt, now }: { memberId: number; askedAt: Date; now: Date },
): Promise<UnderWay> {
  const signed = await listSigned(q, { memberId, since: askedAt })
  const blockers = await listBlockers(q, { memberId, now })
  return blockers.map((what) => ({ what, is_signed: signed.includes(what) }))
}

/**
 * A clinician signs for erasing although something is under way. Throws Refused not_open or
 * own_record.
 */
export async function signException(
  deps: DecideDeps & Pick<Deps, 'fieldKeys'>,
  { id, reason, staff }: { id: number; reason: string; staff: Staff },
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const request = await lockOpenErasure(tx, id)
    if (!request) throw new Refused('not_open')
    const { memberId } = request
    const { userId } = await lockMemberRow(tx, memberId)
    if (userId !== null && userId === staff.userId) throw new Refused('own_record')
    const underWay = await readUnderWay(tx, { memberId, askedAt: request.askedAt, now })
    // Nothing is under way, or the answer to a signature was lost and it is pressed again.
    if (underWay.every(({ is_signed: isSigned }) => isSigned)) return
    const blockers = underWay.map(({ what }) => what)
    const sealId = randomUUID()
    await insertException(tx, {
      memberId,
      blockers,
      signedBy: staff.id,
      at: now,
      sealId,
      sealed: sealException(deps.fieldKeys, sealId, plainText(reason)),
    })
    await insertAudit(tx, { by: staff, memberId, at: now }, 'erasure exception signed', {
      blockers,
    })
  })
}

/** The counts of the erasure log in words. */
export function partsOf(counts: Record<string, number>): Part[] {
  return Object.entries(counts).map(([table, rows]) => ({
    what: ERASURE_RULES[`public.${table}`]?.what ?? table,
    rows,
  }))
}

export function staying(
  counts: Record<string, number>,
  gone: Record<string, number>,
): DryRun['stays'] {
  return Object.entries(counts).flatMap(([table, rows]) => {
    const rule = ERASURE_RULES[`public.${table}`]
    if (table === 'newsletter_subscriptions' && rows > 0) return [{ ...LEFT_NEWSLETTER, rows }]
    if (!rule || rule.fate === 'goes' || rows === 0) return []
    if (rule.fate === 'stays' && gone[table]) return []
    const what = rule.fate === 'stripped' ? rule.rest : rule.what
    return [{ what, rows, why: rule.why, until: rule.until }]
  })
}

const LEFT_NEWSLETTER = {
  what: 'The fact that they unsubscribed from the newsletter',
  why: 'So that nobody adds the address again by mistake.',
  until: '12 months',
}

/**
 * From now on it is carried out. Throws Refused not_open, other_number, erasure_of_staff,
 * erasure_not_set_up, erasure_after_appointment, erasure_after_payment or erasure_under_way.
 */
export async function approve(
  deps: DecideDeps,
  { id, memberId, staff }: { id: number; memberId: number; staff: Staff },
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const request = await lockOpenErasure(tx, id)
    if (!request) throw new Refused('not_open')
    if (request.memberId !== memberId) throw new Refused('other_number')
    const { userId } = await lockMemberRow(tx, memberId)
    if (await isStaff(tx, userId)) throw new Refused('erasure_of_staff')
    if (!(await canErase(tx))) throw new Refused('erasure_not_set_up')
    const obstacles = await findErasureObstacles(tx, { memberId, now })
    if (obstacles.hasUpcoming) throw new Refused('erasure_after_appointment')
    if (obstacles.hasMoneyUnderWay) throw new Refused('erasure_after_payment')
    const underWay = await readUnderWay(tx, { memberId, askedAt: request.askedAt, now })
    if (underWay.some(({ is_signed: isSigned }) => !isSigned))
      throw new Refused('erasure_under_way')
    await approveErasure(tx, { id, staffId: staff.id, now })
    await insertAudit(tx, { by: staff, memberId, at: now }, 'erasure approved')
    await deps.jobs.enqueue(tx, 'carryOutErasures', {})
  })
}

/** Ends the request, and tells the member. Throws Refused not_open. */
export async function close(
  deps: DecideDeps,
  { id, outcome, reason, staff }: ErasureClosing & { id: number; staff: Staff },
): Promise<void> {
  const now = deps.now()
  await commit(deps, async (tx) => {
    const request = await lockOpenErasure(tx, id)
    if (!request) throw new Refused('not_open')
    const { memberId, askedAt } = request
    const isRefused = outcome === 'refused'
    await closeErasure(tx, { id, staffId: staff.id, refusal: isRefused ? reason : null, now })
    const action = isRefused ? 'erasure refused' : 'erasure taken back'
    await insertAudit(tx, { by: staff, memberId, at: now }, action, { reason })
    const member = await lockMemberRow(tx, memberId)
    const mail = isRefused
      ? erasureRefused({ member, askedAt, reason })
      : erasureTakenBack({ member, askedAt })
    await deps.jobs.enqueue(tx, 'mail', mail)
  })
}
