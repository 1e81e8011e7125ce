import {
  canBeShown,
  type Parted,
  type PartedItem,
  type PartingPreview,
  type PartingRequest,
  whyNotPart,
} from '../../../domain/office/partings.ts'
import { claimNhsNumber } from '../../members/identity/identity.queries.ts'
import { decidePair } from '../../members/match-keys.queries.ts'
import { findProfile } from '../../members/office-record.queries.ts'
import { nhsNumberIndex } from '../../members/user-profile.ts'
import { accountOpened } from '../../messages/mails/merged-accounts.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { lockStoredOfPerson } from '../../tasks/loops.queries.ts'
import type { MergeDeps, Pair } from './merge-members.ts'
import { findPair, hasOpenPayment, isErasureStanding } from './merges.queries.ts'
import { findMerge, insertParting, lockLabResultsOf } from './partings.queries.ts'
import { putBackPerson } from './put-back-person.ts'
import { giveChosen, listMadeSince, putBackPlaces } from './put-back-places.ts'
import { listParted, putBackResults } from './put-back-results.ts'
import { openMerge, type SealedMerge } from './sealed-record.ts'

type Params = { mergeId: number; staff: Staff }
type Chosen = { appointmentIds: readonly number[]; waitIds: readonly number[]; reason: string }
type Found = NonNullable<Awaited<ReturnType<typeof findMerge>>>

/**
 * What parting these records would do, by doing it in a transaction that is rolled back. Logs the access
 * to both. Throws Refused not_found.
 */
export async function previewParting(deps: MergeDeps, params: Params): Promise<PartingPreview> {
  const trial = new Trial()
  try {
    await deps.database.transaction(async (tx) => {
      const locked = await lockMerge(tx, deps, params)
      const { found, pair, sealed, against } = locked
      const since = { keptId: pair.kept.id, mergedAt: found.merge.at }
      const made = sealed ? await listMadeSince(tx, { ...since, sealed }) : NOTHING_MADE
      const chosen = { appointmentIds: [], waitIds: [], reason: '' }
      const items =
        sealed && canBeShown(against)
          ? (await putBack(tx, deps, { ...locked, sealed, ...params, chosen })).items
          : []
      const parted = items.length > 0 ? await findProfile(tx, pair.merged.id) : pair.merged
      trial.answer = {
        merge_id: found.merge.id,
        at: found.merge.at.toISOString(),
        by: found.by,
        reason: found.merge.reason,
        against: against && sentenceOf(against),
        kept: { ...record(pair.kept), version: pair.kept.version },
        merged: { ...record(parted ?? pair.merged), version: pair.merged.version },
        items,
        appointments_since: made.appointments,
        waits_since: made.waits,
      }
      throw trial
    })
  } catch (error) {
    if (error !== trial) throw error
  }
  const { answer } = trial
  if (!answer) throw new Error('a trial has no answer')
  const memberIds = [answer.kept.id, answer.merged.id]
  await deps.database.transaction((tx) => logAccess(tx, { ...params, memberIds, now: deps.now() }))
  return answer
}

const NOTHING_MADE = { appointments: [], waits: [] }

class Trial extends Error {
  answer: PartingPreview | null = null
}

/**
 * Makes two records again of one: a second admin, because the merge was a mistake. Each row goes to its
 * old record; what was made since stays, unless it is chosen. Throws Refused not_found,
 * changed_meanwhile, invalid_request, or a reason of whyNotPart.
 */
export async function partRecords(
  deps: MergeDeps,
  params: Params & PartingRequest & { saveResponse?: SaveResponse<Parted> },
): Promise<Parted> {
  const { staff, reason, appointment_ids: appointmentIds = [], wait_ids: waitIds = [] } = params
  const now = deps.now()
  return commit({ ...deps, eventIds: 'any' }, async (tx) => {
    const locked = await lockMerge(tx, deps, params)
    const { pair, sealed, against } = locked
    if (against) throw new Refused(against)
    if (!sealed) throw new Refused('merge_not_recorded')
    const isSeen =
      pair.kept.version === params.kept_version && pair.merged.version === params.merged_version
    if (!isSeen) throw new Refused('changed_meanwhile', { by: null })
    const memberIds = [pair.kept.id, pair.merged.id]
    await logAccess(tx, { staff, memberIds, now })
    const chosen = { appointmentIds, waitIds, reason }
    const { items, opensAccount } = await putBack(tx, deps, {
      ...locked,
      sealed,
      ...params,
      chosen,
    })
    await auditBoth(tx, { pair, asked: params, items, now })
    const answer = { kept_id: pair.kept.id, merged_id: pair.merged.id, items }
    await params.saveResponse?.(tx, answer)
    if (opensAccount) await openAccount(tx, deps, { userId: opensAccount, memberIds, staff })
    return answer
  })
}

/** In the order of whatever else locks a person: the tasks, their reports, the number, the records. */
async function lockMerge(tx: Tx, deps: MergeDeps, { mergeId, staff }: Params) {
  const found = await findMerge(tx, mergeId)
  if (!found) throw new Refused('not_found')
  const { keptId, mergedId } = found.merge
  const sealed = openSealed(deps, found)
  await lockStoredOfPerson(tx, keptId)
  await lockLabResultsOf(tx, sealed?.appointment ? [sealed.appointment.id] : [])
  const number = sealed?.merged.nhsNumber ?? null
  if (number !== null) await claimNhsNumber(tx, nhsNumberIndex(deps, number), deps.now())
  const pair = await findPair(tx, { keptId, mergedId, lock: true })
  if (!pair) throw new Refused('not_found')
  const isPartedNow = (await findMerge(tx, mergeId))?.partedAt !== null
  const own = [pair.kept.userId, sealed?.merged.userId, sealed?.kept.userId]
  const against = whyNotPart({
    isParted: isPartedNow,
    isErased: pair.kept.erasedAt !== null || pair.merged.erasedAt !== null,
    isRecorded: sealed !== null,
    isKeptMerged: pair.kept.mergedInto !== null || pair.merged.mergedInto !== keptId,
    hasPaymentUnderWay: await hasOpenPayment(tx, keptId),
    isErasureAsked: await isErasureStanding(tx, [keptId]),
    isOwnRecord: own.includes(staff.userId),
    madeBy: found.merge.madeBy,
    staffId: staff.id,
  })
  return { found, pair, sealed, against }
}

function openSealed({ fieldKeys }: MergeDeps, { merge }: Found): SealedMerge | null {
  const { sealId, sealed } = merge
  return sealId === null || sealed === null ? null : openMerge(fieldKeys, { sealId, sealed })
}

async function putBack(
  tx: Tx,
  deps: MergeDeps,
  of: Params & { found: Found; pair: Pair; sealed: SealedMerge; chosen: Chosen },
): Promise<{ items: PartedItem[]; opensAccount: string | null }> {
  const { mergeId, found, pair, sealed, staff, chosen } = of
  const now = deps.now()
  const [keptId, mergedId] = [pair.kept.id, pair.merged.id]
  const about = { keptId, mergedId, mergedAt: found.merge.at, sealed, staff, now }
  const parted = await listParted(tx, about)
  const person = await putBackPerson(tx, deps, {
    ...pair,
    sealed,
    reason: chosen.reason,
    actorUserId: staff.userId,
    now,
  })
  if (!(await insertParting(tx, { mergeId, partedBy: staff.id, at: now })))
    throw new Refused('parted_already')
  const places = await putBackPlaces(tx, deps, about)
  const given = await giveChosen(tx, deps, { ...about, ...chosen })
  const results = await putBackResults(tx, deps, { ...about, parted })
  const pairOfTwo = { oneId: Math.min(keptId, mergedId), otherId: Math.max(keptId, mergedId) }
  const decision = { decidedBy: staff.id, decidedAt: now, reason: chosen.reason }
  await decidePair(tx, { ...pairOfTwo, ...decision })
  return {
    items: [...person.items, ...places, ...given, ...results],
    opensAccount: person.opensAccount,
  }
}

/** Last, because it is another service's. */
async function openAccount(
  tx: Tx,
  deps: MergeDeps,
  of: { userId: string; memberIds: number[]; staff: Staff },
): Promise<void> {
  const rows = await Promise.all(of.memberIds.map((id) => findProfile(tx, id)))
  const member = rows.find((row) => row?.userId === of.userId)
  if (!member) return
  const mail = accountOpened({ member, publicUrl: deps.settings.publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
  await deps.auth.staffAccounts?.admit(of.userId, of.staff.name)
}

async function auditBoth(
  tx: Tx,
  of: { pair: Pair; asked: Params & PartingRequest; items: PartedItem[]; now: Date },
): Promise<void> {
  const { asked, items, now: at } = of
  const [keptId, mergedId] = [of.pair.kept.id, of.pair.merged.id]
  const counts = Object.groupBy(items, (one) => `${one.kind}: ${one.goes_to}`)
  const moved = Object.fromEntries(
    Object.entries(counts).map(([kind, some]) => [kind, some?.length ?? 0]),
  )
  const { mergeId, staff, reason, appointment_ids: appointments, wait_ids: waits } = asked
  for (const memberId of [keptId, mergedId])
    await insertAudit(tx, { by: staff, memberId, at }, 'records parted', {
      merge: mergeId,
      kept: keptId,
      parted: mergedId,
      reason,
      moved,
      appointments,
      waits,
    })
}

function logAccess(
  tx: Tx,
  { staff, memberIds, now: at }: { staff: Staff; memberIds: readonly number[]; now: Date },
): Promise<void> {
  const reason = 'request of the man'
  return insertStaffAccesses(tx, { staff, memberIds, what: 'member', reason, at })
}

function record({ id, firstName, lastName }: { id: number; firstName: string; lastName: string }) {
  return { id, name: `${firstName} ${lastName}` }
}
