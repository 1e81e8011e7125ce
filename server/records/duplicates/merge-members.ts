import { randomUUID } from 'node:crypto'
import type { Merged, MergeRequest } from '../../../domain/office/merge-schemas.ts'
import {
  looksLikeTwoPeople,
  type MergeField,
  needsSecondAdmin,
  whyNotMerge,
} from '../../../domain/office/merges.ts'
import { copyConsentFor } from '../../bookings/consent/give-consent.ts'
import { releasePlaces } from '../../bookings/places.queries.ts'
import { offerPlaces } from '../../bookings/waiting-list/offer-places.ts'
import {
  closeWait,
  closeWaitsOfBooked,
  listOpenWaits,
} from '../../bookings/waiting-list/waiting-list.queries.ts'
import type { Deps } from '../../deps.ts'
import { claimNhsNumber, endNumberReviews } from '../../members/identity/identity.queries.ts'
import { findMember, type MemberRow } from '../../members/members.queries.ts'
import { endClaimsOf } from '../../members/open-claims.queries.ts'
import { sealIdOf } from '../../members/user-profile.ts'
import { accountClosed } from '../../messages/mails/merged-accounts.ts'
import { recordLinked, recordsMerged } from '../../messages/mails/record-linked.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { databaseFault, type Queryable, type Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { listAdminEmails } from '../../staff/staff.queries.ts'
import { closeMergedRequests, findProposal } from './merge-requests.queries.ts'
import {
  closeNumberReviews,
  findPair,
  findUpcoming,
  hasAppointmentAt,
  hasOpenPayment,
  insertMerge,
  isErasureStanding,
  isStaffAccount,
  listOpenWaitIds,
  markMerged,
  moveGrants,
  moveUpcoming,
  moveWaits,
} from './merges.queries.ts'
import { gainedBy, proposeMerge } from './propose-merge.ts'
import { keptState, type SealedMerge, sealMerge, toSealedRecord } from './sealed-record.ts'
import { writeChosen } from './write-chosen.ts'

export type MergeDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'auth' | 'site'
>
export type Pair = { kept: MemberRow; merged: MemberRow }
type Merge = MergeRequest & { keptId: number; staff: Staff; confirmation?: Confirmation }
/** Of a second admin, for the open request with what the first one chose. */
export type Confirmation = { requestId: number; by: Staff }
type Answer = Merged
type Account = SealedMerge['account']

/**
 * Makes one record of two: `member_id` goes, `keptId` stays. What is still to come moves to the kept
 * record; history stays where it is and is read with it (docs/decisions/0032). Where needsSecondAdmin
 * says so it becomes a request that another admin confirms. Throws Refused not_found, not_open,
 * changed_meanwhile, account_undecided, invalid_request, or a reason of whyNotMerge.
 */
export async function mergeMembers(
  deps: MergeDeps,
  request: Merge & { saveResponse?: SaveResponse<Answer> },
): Promise<Answer> {
  const { keptId, member_id: mergedId, staff, confirmation } = request
  const now = deps.now()
  const accounts = deps.auth.staffAccounts
  let barred: string | null = null
  try {
    return await commit({ ...deps, eventIds: 'any' }, async (tx) => {
      const pair = await lockPair(tx, { keptId, mergedId, now })
      if (pair.kept.version !== request.kept_version) throw changed()
      if (pair.merged.version !== request.merged_version) throw changed()
      const account = accountOf(pair, request.account)
      const [against] = await reasonsAgainst(tx, {
        pair,
        closes: account.closes,
        now,
        accounts,
        people: confirmation ? [staff, confirmation.by] : [staff],
      })
      if (against) throw new Refused(against)
      if (confirmation) {
        const open = await findProposal(tx, confirmation.requestId, { lock: true })
        if (open?.proposal.kept_id !== keptId || open.proposedBy !== staff.id)
          throw new Refused('not_open')
      } else if (needsSecondAdmin(await gainedBy(tx, { pair, now }))) {
        const proposed = await proposeMerge(tx, deps, { request, pair, now })
        await request.saveResponse?.(tx, proposed)
        return proposed
      }
      await writeMerge(tx, deps, { request, pair, account, now })
      if (account.closes) {
        const member = pair.kept.userId === account.closes ? pair.kept : pair.merged
        const mail = accountClosed({ member, publicUrl: deps.settings.publicUrl })
        await deps.jobs.enqueue(tx, 'mail', mail)
      }
      const answer = { member_id: keptId }
      await request.saveResponse?.(tx, answer)
      if (account.closes && accounts) {
        barred = account.closes
        await accounts.bar(account.closes, staff.name)
      }
      return answer
    })
  } catch (error) {
    if (barred) await accounts?.admit(barred, staff.name)
    if (databaseFault(error)?.constraint === 'member_can_be_reached')
      throw invalidField('contact_by', 'This address or number is not on the record.')
    throw error
  }
}

/**
 * What speaks against the merge now, gravest first: that one of them has died and the other has not.
 * `closes` is the account that would go, `people` those who would merge them.
 */
export async function reasonsAgainst(
  q: Queryable,
  {
    pair: { kept, merged },
    closes,
    now,
    accounts,
    people,
  }: {
    pair: Pair
    closes: string | null
    now: Date
    accounts: MergeDeps['auth']['staffAccounts']
    people: Pick<Staff, 'userId'>[]
  },
) {
  const upcoming = await Promise.all(
    [kept, merged].map(({ id }) => findUpcoming(q, { memberId: id, now })),
  )
  // At one event a member has one appointment, also once its time is over.
  const [, moving] = upcoming
  const isAtSame =
    moving !== null &&
    moving !== undefined &&
    (await hasAppointmentAt(q, { memberId: kept.id, eventId: moving.eventId }))
  const hasOneDied = (kept.diedAt === null) !== (merged.diedAt === null)
  const dead = hasOneDied ? (['has_died'] as const) : []
  return [
    ...dead,
    ...whyNotMerge({
      isOwnRecord: people.some(({ userId }) => [kept.userId, merged.userId].includes(userId)),
      looksLikeTwoPeople: looksLikeTwoPeople(kept, merged),
      isErased: kept.erasedAt !== null || merged.erasedAt !== null,
      isMerged: kept.mergedInto !== null || merged.mergedInto !== null,
      hasDifferentNumbers: hasDifferentNumbers(kept, merged),
      upcomingAppointments: isAtSame ? 2 : upcoming.filter((one) => one !== null).length,
      hasPaymentUnderWay: await hasOpenPayment(q, merged.id),
      isErasureAsked: await isErasureStanding(q, [kept.id, merged.id]),
      isConsentWithdrawn: upcoming[1]?.isWithdrawn === true,
      closesStaffAccount: closes !== null && (await isStaffAccount(q, closes)),
      closesForeignAccount: closes !== null && !accounts,
    }),
  ]
}

export function hasDifferentNumbers(kept: MemberRow, merged: MemberRow): boolean {
  const [one, other] = [kept.nhsNumberIndex, merged.nhsNumberIndex]
  return one !== null && other !== null && !one.equals(other)
}

/** Claims the number first, in the order in which profiles do, to avoid a deadlock. */
async function lockPair(
  tx: Tx,
  { now, ...ids }: { keptId: number; mergedId: number; now: Date },
): Promise<Pair> {
  if (ids.keptId === ids.mergedId) throw new Refused('not_found')
  const seen = await findPair(tx, { ...ids, lock: false })
  const index = seen?.merged.nhsNumberIndex
  if (index) await claimNhsNumber(tx, index, now)
  const pair = await findPair(tx, { ...ids, lock: true })
  if (!pair) throw new Refused('not_found')
  return pair
}

/** The account that signs in from now on, and the one to be closed. */
function accountOf({ kept, merged }: Pair, choice: MergeRequest['account']): Account {
  if (kept.userId === null || merged.userId === null)
    return { stays: kept.userId ?? merged.userId, closes: null }
  if (choice === undefined) throw new Refused('account_undecided')
  return choice === 'kept'
    ? { stays: kept.userId, closes: merged.userId }
    : { stays: merged.userId, closes: kept.userId }
}

async function writeMerge(
  tx: Tx,
  deps: MergeDeps,
  { request, pair, account, now }: { request: Merge; pair: Pair; account: Account; now: Date },
): Promise<void> {
  const { kept, merged } = pair
  const { staff, reason } = request
  const userId = account.stays
  const ids = { keptId: kept.id, mergedId: merged.id }
  for (const { id: memberId } of [kept, merged])
    await insertStaffAccess(tx, {
      staff,
      memberId,
      what: 'member',
      reason: 'request of the man',
      at: now,
    })

  await endClaimsOf(tx, { memberIds: [kept.id, merged.id], now })
  const moved = await moveWhatIsToCome(tx, deps, { pair, now })
  const followers = await markMerged(tx, { keptId: kept.id, merged, sealId: sealIdOf(merged) })
  if (merged.nhsNumberIndex) {
    const review = { memberId: merged.id, index: merged.nhsNumberIndex, now }
    await endNumberReviews(tx, review)
  }
  const written = await writeChosen(tx, deps, {
    pair,
    request,
    userId,
    actorUserId: staff.userId,
    now,
  })
  const sealId = randomUUID()
  const sealed = sealMerge(deps.fieldKeys, sealId, {
    merged: toSealedRecord(merged, deps.fieldKeys),
    kept: { ...keptState(kept), ...written },
    account,
    followers,
    ...moved,
  })
  await insertMerge(tx, { ...ids, madeBy: staff.id, reason, at: now, sealId, sealed })
  await closeNumberReviews(tx, {
    memberIds: [kept.id, merged.id],
    decidedBy: staff.name,
    note: `records ${kept.id} and ${merged.id} were merged`,
    now,
  })
  const decidedBy = request.confirmation?.by.id ?? staff.id
  const closedRequests = await closeMergedRequests(tx, { keptId: kept.id, decidedBy, now })
  if (closedRequests > 0) await tellLinked(tx, deps, { keptId: kept.id, now })
  const about = { by: staff, at: now }
  await insertAudit(tx, { ...about, memberId: kept.id }, 'records merged', {
    merged: merged.id,
    reason,
    confirmed_by: request.confirmation?.by.name ?? null,
    before: stateOf(pair),
    after: { ...stateOf(pair), account: userId, mergedInto: kept.id },
    chosen: chosenOf(request),
    moved: { appointment: moved.appointment?.id ?? null, waits: moved.waits },
  })
  await insertAudit(tx, { ...about, memberId: merged.id }, 'records merged', {
    into: kept.id,
    reason,
  })
  const { publicUrl } = deps.settings
  for (const to of await listAdminEmails(tx))
    await deps.jobs.enqueue(tx, 'mail', recordsMerged({ to, by: staff.name, ...ids, publicUrl }))
}

/** The upcoming appointment, the waits with their offers, and access to private events. */
async function moveWhatIsToCome(
  tx: Tx,
  deps: MergeDeps,
  { pair: { kept, merged }, now }: { pair: Pair; now: Date },
): Promise<Pick<SealedMerge, 'appointment' | 'waits' | 'grants' | 'consentLinks'>> {
  const ids = { keptId: kept.id, mergedId: merged.id }
  const upcoming = await findUpcoming(tx, { memberId: merged.id, now })
  const open = await listOpenWaitIds(tx, [kept.id, merged.id])
  const granted = await moveGrants(tx, ids)
  let appointment: SealedMerge['appointment'] = null
  if (upcoming) {
    const { id: appointmentId, eventId, consentId: ownConsentId } = upcoming
    const copiedConsentId = await copyConsentFor(tx, deps, { appointmentId, memberId: kept.id })
    const copied = { appointmentId, consentId: copiedConsentId, keptId: kept.id, now }
    const items = await moveUpcoming(tx, copied)
    appointment = { id: appointmentId, consentId: ownConsentId, copiedConsentId, items }
    const waits = await listOpenWaits(tx, kept.id)
    await closeWaitsOfBooked(tx, { memberId: kept.id, eventId, now })
    await releasePlaces(tx, kept.id)
    for (const waited of waits) await offerPlaces(tx, deps, { eventId: waited, now })
  }
  const hasBooking = upcoming !== null || (await findUpcoming(tx, { memberId: kept.id, now }))
  const waits = hasBooking ? [] : await moveWaits(tx, ids)
  const openWaits = await listOpenWaits(tx, merged.id)
  for (const eventId of openWaits) {
    await closeWait(tx, { memberId: merged.id, eventId, now })
    await offerPlaces(tx, deps, { eventId, now })
  }
  await releasePlaces(tx, merged.id)
  const still = new Set(await listOpenWaitIds(tx, [kept.id, merged.id]))
  const closed = open.filter((id) => !still.has(id))
  return { ...granted, appointment, waits: { moved: waits, closed } }
}

/** The member had asked for it with the code of a letter. */
async function tellLinked(
  tx: Tx,
  deps: MergeDeps,
  { keptId, now }: { keptId: number; now: Date },
): Promise<void> {
  const member = await findMember(tx, keptId)
  if (!member?.email) return
  const { email: to, firstName } = member
  const mail = recordLinked({ to, firstName, at: now, publicUrl: deps.settings.publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}

/** Without anything that identifies a person. */
function stateOf({ kept, merged }: Pair) {
  const state = ({ version, userId, isActive }: MemberRow) => ({ version, userId, isActive })
  return { kept: state(kept), merged: state(merged) }
}

function chosenOf({ fields }: MergeRequest): MergeField[] {
  return Object.entries(fields).flatMap(([field, side]) =>
    side === 'merged' ? [field as MergeField] : [],
  )
}

function changed(): Refused {
  return new Refused('changed_meanwhile', { by: null })
}
