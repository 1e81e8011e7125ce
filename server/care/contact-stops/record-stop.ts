import { randomUUID } from 'node:crypto'
import {
  type ContactStopKind,
  type NewStop,
  type StopPreview,
  type StoppedItem,
  WANTED_AFTER,
  whyNotStop,
} from '../../../domain/office/contact-stops.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import {
  findLastChanger,
  findProfile,
  hasComingAppointment,
  lockProfile,
} from '../../members/office-record.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { lockStoredOfPerson } from '../../tasks/loops.queries.ts'
import { sealStop } from './sealed-stops.ts'
import { type Stopped, stopContact } from './stop-contact.ts'
import { insertStop, listStops, lockAppointmentsAhead, markPerson } from './stops.queries.ts'

export type ActDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'auth' | 'site'
>
export type Params = { memberId: number; staff: Staff }
export type Told = Omit<NewStop, 'kind' | 'version'>

/**
 * What an act of this kind would stop, by doing it in a transaction that is rolled back. Throws Refused
 * not_found or already_merged.
 */
export async function previewStop(
  deps: ActDeps,
  { memberId, staff, kind }: Params & { kind: ContactStopKind },
): Promise<StopPreview> {
  const now = deps.now()
  const trial = new Trial()
  try {
    await deps.database.transaction(async (tx) => {
      const row = await lockPerson(tx, { memberId, now })
      const against = await reasonAgainst(tx, { row, kind, now })
      const stopped = against
        ? { items: [], refundPence: 0 }
        : await stopContact(tx, deps, { row, kind, userId: staff.userId, now })
      trial.answer = { ...toPreview(stopped, staff), kind, version: row.version, against }
      throw trial
    })
  } catch (error) {
    if (error !== trial) throw error
  }
  await deps.database.transaction((tx) => logAccess(tx, { memberId, staff, now }))
  if (!trial.answer) throw new Error('a trial has no answer')
  return { ...trial.answer, against: trial.answer.against && sentenceOf(trial.answer.against) }
}

class Trial extends Error {
  answer:
    | (Omit<StopPreview, 'against'> & { against: Awaited<ReturnType<typeof reasonAgainst>> })
    | null = null
}

/**
 * Records that a member has died or wants less contact, and stops what follows from it. Throws Refused
 * not_found, already_merged, own_record, changed_meanwhile, or a reason of whyNotStop.
 */
export async function recordStop(
  deps: ActDeps,
  { memberId, staff, kind, version, ...told }: Params & NewStop,
): Promise<void> {
  const now = deps.now()
  const accounts = deps.auth.staffAccounts
  let barred: string | null = null
  try {
    await commit({ ...deps, eventIds: 'any' }, async (tx) => {
      const row = await lockPerson(tx, { memberId, now })
      if (row.version !== version)
        throw new Refused('changed_meanwhile', { by: await findLastChanger(tx, memberId) })
      await writeStop(tx, deps, { row, kind, staff, told })
      if (kind === 'died' && row.userId !== null && accounts) {
        barred = row.userId
        await accounts.bar(row.userId, staff.name)
      }
    })
  } catch (error) {
    if (barred) await accounts?.admit(barred, staff.name)
    throw error
  }
}

/** In a transaction that locked the person. Throws Refused as recordStop. */
async function writeStop(
  tx: Tx,
  deps: Omit<ActDeps, 'database' | 'cache' | 'auth'>,
  { row, kind, staff, told }: { row: MemberRow; kind: ContactStopKind; staff: Staff; told: Told },
): Promise<void> {
  const now = deps.now()
  const memberId = row.id
  if (row.userId !== null && row.userId === staff.userId) throw new Refused('own_record')
  const against = await reasonAgainst(tx, { row, kind, now })
  if (against) throw new Refused(against)
  await logAccess(tx, { memberId, staff, now })
  const { items } = await stopContact(tx, deps, { row, kind, userId: staff.userId, now })
  const wants = WANTED_AFTER[kind]
  await markPerson(tx, { memberId, ...(wants ? { wantsContact: wants } : { diedAt: now }) })
  const sealId = randomUUID()
  const stopId = await insertStop(tx, {
    memberId,
    kind,
    madeBy: staff.id,
    at: now,
    sealId,
    sealed: sealStop(deps.fieldKeys, sealId, { ...told, stopped: items }),
  })
  await insertAudit(
    tx,
    { by: staff, memberId, at: now },
    kind === 'died' ? 'recorded as died' : 'contact stopped',
    {
      stop: stopId,
      kind,
      before: { died: row.diedAt !== null, wantsContact: row.wantsContact },
      after: { died: kind === 'died', wantsContact: wants ?? row.wantsContact },
    },
  )
}

/**
 * The same in a transaction that closes a task because its member has died; nothing when that is
 * recorded already. Returns the account that may not be used any more.
 */
export async function writeDeath(
  tx: Tx,
  deps: Omit<ActDeps, 'database' | 'cache' | 'auth'>,
  { memberId, staff, note }: Params & { note: string },
): Promise<string | null> {
  const known = await findProfile(tx, memberId)
  const row = await lockPerson(tx, { memberId: known?.mergedInto ?? memberId, now: deps.now() })
  if (row.diedAt) return null
  await writeStop(tx, deps, {
    row,
    kind: 'died',
    staff,
    told: { told_by: 'Said for a task', note },
  })
  return row.userId
}

/** The tasks first, as everything that closes them does. */
export async function lockPerson(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<MemberRow> {
  await lockStoredOfPerson(tx, memberId)
  await lockAppointmentsAhead(tx, memberId, now)
  return ownRecord(await lockProfile(tx, memberId))
}

async function reasonAgainst(
  tx: Tx,
  { row, kind, now }: { row: MemberRow; kind: ContactStopKind; now: Date },
) {
  const standing = (await listStops(tx, row.id)).flatMap(({ stop, revocation }) =>
    revocation === null && stop.kind !== 'revoked' ? [stop.kind] : [],
  )
  const hasComing = await hasComingAppointment(tx, { memberId: row.id, now })
  return whyNotStop(kind, { hasComing, standing })
}

export async function logAccess(
  tx: Tx,
  { memberId, staff, now }: Params & { now: Date },
): Promise<void> {
  await insertStaffAccess(tx, {
    staff,
    memberId,
    what: 'member',
    reason: 'request of the man',
    at: now,
  })
}

function toPreview({ items, refundPence }: Stopped, staff: Staff) {
  const counts = new Map<StoppedItem['kind'], number>()
  for (const { kind } of items.filter((item) => maySee(item, staff)))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const stopsOf = [...counts].map(([kind, count]) => ({ kind, count }))
  return { stops: stopsOf, refund_pence: refundPence }
}

/** How many letters and clinicians' tasks there are would tell a band. */
export function maySee(item: StoppedItem, { roles }: Pick<Staff, 'roles'>): boolean {
  return item.for === 'office' || roles.includes('clinician')
}
