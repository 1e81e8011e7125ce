import { PARTING_NOTES, type PartedItem, partedItem } from '../../../domain/office/partings.ts'
import type { Deps } from '../../deps.ts'
import { endNumberReviews } from '../../members/identity/identity.queries.ts'
import { recordIdentityChange } from '../../members/identity/record-change.ts'
import { flagSharedNumber } from '../../members/identity/shared-number.ts'
import {
  findOthersWithNhsNumber,
  findProfileByUser,
  type MemberRow,
  updateMember,
} from '../../members/members.queries.ts'
import { sealNote, withNote } from '../../members/support-note.ts'
import {
  identityOf,
  nhsNumberIndex,
  openNhsNumber,
  sealNhsNumber,
} from '../../members/user-profile.ts'
import type { Tx } from '../../platform/db/database.ts'
import { giveFollowers } from './partings.queries.ts'
import { pickOverwritten, type SealedMerge } from './sealed-record.ts'
import { auditProfileChange } from './write-chosen.ts'

type Deep = Pick<Deps, 'fieldKeys' | 'jobs' | 'settings'>
type Of = {
  kept: MemberRow
  merged: MemberRow
  sealed: SealedMerge
  reason: string
  actorUserId: string
  now: Date
}
type PutBack = { items: PartedItem[]; opensAccount: string | null }

/**
 * Gives both records what they had: contact data, account and NHS number. What was changed since stays
 * with the kept one. `opensAccount` is the account that the merge closed.
 */
export async function putBackPerson(tx: Tx, deps: Deep, stored: Of): Promise<PutBack> {
  const { fieldKeys } = deps
  const of = { ...stored, kept: withNote(fieldKeys, stored.kept) }
  const { kept, merged, sealed, now } = of
  const account = await accountsOf(tx, of)
  const { back, since } = fieldsOf(of)
  const index =
    sealed.merged.nhsNumber === null ? null : nhsNumberIndex(deps, sealed.merged.nhsNumber)
  const givesNumber = sealed.kept.tookNumber && isSame(kept.nhsNumberIndex, index)
  const values = { ...back, ...account.keptEmail }
  const confirmed = sealed.kept.nhsConfirmedAt
  const after = { ...kept, ...values }
  await updateMember(tx, kept.id, {
    ...sealNote(fieldKeys, values),
    userId: account.keptUserId,
    sealId: sealed.kept.sealId,
    ...(givesNumber && { nhsNumber: null, nhsNumberIndex: null }),
    ...((givesNumber || isConfirmedByMerge(of)) && {
      nhsConfirmedAt: confirmed === null ? null : new Date(confirmed),
    }),
    updatedAt: now,
  })
  if (givesNumber && index) await endNumberReviews(tx, { memberId: kept.id, index, now })
  await giveFollowers(tx, { keptId: kept.id, mergedId: merged.id, ids: sealed.followers })
  const hasNumber = await putBackMerged(tx, deps, { ...of, account, index })
  await writeHistory(tx, deps, { ...of, after, changed: Object.keys(values), givesNumber })

  const items: PartedItem[] = [
    partedItem('contact data', { goes_to: 'merged' }),
    ...since.map((field) =>
      partedItem('contact data', { text: field, goes_to: 'kept', note: PARTING_NOTES.changed }),
    ),
    ...account.items,
  ]
  if (sealed.merged.nhsNumber !== null)
    items.push(
      hasNumber
        ? partedItem('NHS number', { goes_to: 'merged' })
        : partedItem('NHS number', { goes_to: 'nobody', note: PARTING_NOTES.numberElsewhere }),
    )
  return { items, opensAccount: account.opens }
}

/** Whether the number went back: nobody else but the kept record, as before, may have it. */
async function putBackMerged(
  tx: Tx,
  deps: Deep,
  of: Of & { account: Accounts; index: Buffer | null },
): Promise<boolean> {
  const { kept, merged, sealed, account, index, now } = of
  const { nhsNumber, nhsConfirmedAt, userId: _, ...fields } = sealed.merged
  const others = index ? await findOthersWithNhsNumber(tx, { index, id: merged.id }) : []
  const hadBoth = !sealed.kept.tookNumber
  const isElsewhere = others.some((id) => id !== kept.id || !hadBoth)
  const sealId = fields.sealId ?? sealed.merged.userId ?? merged.sealId
  const number =
    nhsNumber !== null && !isElsewhere && sealId !== null
      ? sealNhsNumber(deps.fieldKeys, { nhsNumber, sealId })
      : { nhsNumber: null, nhsNumberIndex: null }
  const hasNumber = number.nhsNumber !== null
  // Without its account the record is bound to what its sealed values were bound to.
  const bound = account.mergedUserId === null ? { sealId } : {}
  await updateMember(tx, merged.id, {
    ...sealNote(deps.fieldKeys, fields),
    ...account.mergedEmail,
    ...bound,
    mergedInto: null,
    userId: account.mergedUserId,
    ...number,
    nhsConfirmedAt: hasNumber && nhsConfirmedAt !== null ? new Date(nhsConfirmedAt) : null,
    updatedAt: now,
  })
  if (hasNumber && index) await flagSharedNumber(tx, deps, { memberId: merged.id, index, now })
  return hasNumber
}

type Accounts = {
  keptUserId: string | null
  mergedUserId: string | null
  keptEmail: { email?: string | null }
  mergedEmail: { email?: string | null }
  opens: string | null
  items: PartedItem[]
}

/** An account that another record has, or that was closed since for a death, stays as it is. */
async function accountsOf(tx: Tx, { kept, merged, sealed }: Of): Promise<Accounts> {
  const { account } = sealed
  const [ownKept, ownMerged] = [sealed.kept.userId, sealed.merged.userId]
  const isAsMerged = kept.userId === account.stays
  const wentToKept = isAsMerged && account.stays !== null && account.stays === ownMerged
  const isFree = async (userId: string | null) => {
    const holder = userId === null ? null : await findProfileByUser(tx, userId)
    return holder === null || holder.id === kept.id || holder.id === merged.id
  }
  const keptUserId = wentToKept ? ((await isFree(ownKept)) ? ownKept : null) : kept.userId
  const mayHave = ownMerged !== kept.userId || wentToKept
  const mergedUserId = mayHave && (await isFree(ownMerged)) ? ownMerged : null
  const isDead = kept.diedAt !== null
  const opens = account.closes !== null && !isDead ? account.closes : null
  const items: PartedItem[] = []
  if (ownMerged !== null)
    items.push(
      mergedUserId === null
        ? partedItem('account', { goes_to: 'nobody', note: PARTING_NOTES.accountInUse })
        : partedItem('account', { goes_to: 'merged', note: isDead ? PARTING_NOTES.died : null }),
    )
  if (wentToKept && ownKept !== null)
    items.push(
      keptUserId === null
        ? partedItem('account', { goes_to: 'nobody', note: PARTING_NOTES.accountInUse })
        : partedItem('account', { goes_to: 'kept', note: isDead ? PARTING_NOTES.died : null }),
    )
  return {
    keptUserId,
    mergedUserId,
    // The address that signs in is the address of the record.
    keptEmail:
      wentToKept && 'email' in sealed.kept.before
        ? { email: sealed.kept.before.email ?? null }
        : {},
    mergedEmail: wentToKept && mergedUserId !== null ? { email: kept.email } : {},
    opens,
    items,
  }
}

/** The fields of the kept record that go back, and those that somebody changed since. */
function fieldsOf({ kept, sealed }: Of) {
  const { before, after } = sealed.kept
  const now: object = pickOverwritten(kept, Object.keys(after))
  const isAsWritten = (name: string) =>
    JSON.stringify(Reflect.get(now, name)) === JSON.stringify(Reflect.get(after, name))
  const names = Object.keys(after)
  const back: Partial<MemberRow> = Object.fromEntries(
    Object.entries(before).filter(([name]) => isAsWritten(name)),
  )
  return { back, since: names.filter((name) => !isAsWritten(name)) }
}

/** Also a number that both had is confirmed only where it was. */
function isConfirmedByMerge({ kept, sealed }: Of): boolean {
  return (
    sealed.kept.nhsConfirmedAt === null &&
    sealed.merged.nhsConfirmedAt !== null &&
    kept.nhsConfirmedAt?.toISOString() === sealed.merged.nhsConfirmedAt
  )
}

async function writeHistory(
  tx: Tx,
  deps: Deep,
  of: Of & { after: MemberRow; changed: string[]; givesNumber: boolean },
): Promise<void> {
  const { kept, after, changed, givesNumber, reason, actorUserId, now } = of
  const number = openNhsNumber(kept, deps.fieldKeys)
  await recordIdentityChange(tx, deps, {
    row: kept,
    now,
    actorUserId,
    before: identityOf(kept, number),
    after: identityOf(after, givesNumber ? null : number),
  })
  await auditProfileChange(tx, deps, {
    before: kept,
    after,
    changed: changed.filter(
      (name) =>
        JSON.stringify(Reflect.get(kept, name)) !== JSON.stringify(Reflect.get(after, name)),
    ),
    hasOtherNumber: givesNumber,
    reason,
    actorUserId,
    now,
  })
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one !== null && other !== null && one.equals(other)
}
