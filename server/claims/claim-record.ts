import { CLAIM_TRIES, readClaimCode } from '../../domain/claim-code.ts'
import type { Claimed, RecordClaim } from '../../domain/claim-shapes.ts'
import { joinedBy, judgeClaim } from '../../domain/record-claims.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import { databaseFault, type Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { invalidField } from '../http/refused.ts'
import type { SaveResponse } from '../idempotency/idempotency-key.ts'
import { mergeAskedToOffice, recordLinked } from '../mails/record-linked.ts'
import { isErasureAskedOf } from '../members/erasure-asked.queries.ts'
import {
  type AccountHolderRow,
  findProfileByUser,
  type MemberRow,
  updateMember,
} from '../members/members.queries.ts'
import { lockProfile } from '../members/office-record.queries.ts'
import { historyPlace } from '../members/update-profile.ts'
import { sealIdOf } from '../members/user-profile.ts'
import { findOpenRequest, insertMergeRequest } from '../merges/merge-requests.queries.ts'
import { commit } from '../platform/commit.ts'
import { consumeAlone } from '../rate-limits/rate-limits.ts'
import { hashOfClaimCode } from './claim-code.ts'
import {
  type ClaimLetterRow,
  closeClaimLetter,
  countTry,
  findClaimLetter,
} from './claim-letters.queries.ts'
import { hasHandledLetter } from './letter-requests.queries.ts'
import { tellOldContact } from './tell-old-contact.ts'

type ClaimDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Account = { userId: string; email: string }
type Claim = {
  account: Account
  form: RecordClaim
  /** Of the network. */
  address: string
  saveResponse: SaveResponse<Claimed>
}

/**
 * Gives the account the record whose letter has this code, or asks an admin to join it to the
 * account's own record. Throws Refused too_many_requests, or invalid_request: the same for a code
 * that is unknown, over or spent and for a wrong date of birth.
 */
export async function claimRecord(deps: ClaimDeps, claim: Claim): Promise<Claimed> {
  const code = readClaimCode(claim.form.code)
  if (code === null) throw wrongClaim()
  await consumeAlone(deps, [
    ['record claims of an address', claim.address],
    ['record claims of an account', claim.account.userId],
    ['record claims with a code', code],
  ])
  const codeHash = hashOfClaimCode(deps, code)
  const attempt = () =>
    commit({ ...deps, eventIds: [] }, (tx) => claimOnce(tx, deps, { claim, codeHash }))
  const claimed = await attempt().catch((error) => {
    // The account has got a profile meanwhile: the second attempt finds it.
    if (databaseFault(error)?.constraint === 'members_user_id_unique') return attempt()
    throw error
  })
  // Thrown after the commit, so that the attempt counts.
  if (!claimed) throw wrongClaim()
  return claimed
}

/** Null for a wrong claim. Every wrong one takes the same statements. */
async function claimOnce(
  tx: Tx,
  deps: ClaimDeps,
  { claim, codeHash }: { claim: Claim; codeHash: Buffer },
): Promise<Claimed | null> {
  const { account, form, saveResponse } = claim
  const now = deps.now()
  const seen = await findClaimLetter(tx, codeHash, { lock: false })
  const record = await lockProfile(tx, seen?.memberId ?? 0)
  const letter = await findClaimLetter(tx, codeHash, { lock: true })
  const isErasureAsked = await isErasureAskedOf(tx, record?.id ?? 0)
  const isHandler = await hasHandledLetter(tx, {
    memberId: record?.id ?? 0,
    userId: account.userId,
  })
  const own = await findProfileByUser(tx, account.userId)
  const asked = await findOpenRequest(tx, { memberId: own?.id ?? 0, otherId: record?.id ?? 0 })
  const isOwn = record !== null && record.id === own?.id && letter?.closedBecause === 'claimed'
  const outcome = judgeClaim(
    {
      letter: letter && { expiresAt: letter.expiresAt, isOpen: letter.closedAt === null },
      record: record && {
        dateOfBirth: record.dateOfBirth,
        hasAccount: record.userId !== null,
        isMerged: record.mergedInto !== null,
        isActive: record.isActive && record.erasedAt === null && record.diedAt === null,
        isErasureAsked,
      },
      isHandler,
      before: isOwn ? 'linked' : asked ? 'asked' : null,
    },
    { dateOfBirth: form.date_of_birth, now },
  )
  if (outcome === 'wrong') {
    await countTry(tx, { codeHash, most: CLAIM_TRIES, at: now })
    return null
  }
  const isAsked = outcome === 'asked' || (outcome === 'right' && own !== null)
  const answer: Claimed = isAsked
    ? { state: 'asked', until: joinedBy(asked?.askedAt ?? now) }
    : { state: 'linked', until: null }
  if (outcome === 'right' && record && letter) {
    if (own) await askToMerge(tx, deps, { own, record, letter, account, now })
    else await linkRecord(tx, deps, { record, letter, account, now })
  }
  await saveResponse(tx, answer)
  return answer
}

type Right = { record: MemberRow; letter: ClaimLetterRow; account: Account; now: Date }

async function linkRecord(
  tx: Tx,
  deps: ClaimDeps,
  { record, letter, account, now }: Right,
): Promise<void> {
  const { userId, email } = account
  const about = {
    actorUserId: userId,
    memberId: record.id,
    subject: `member ${record.id}`,
    at: now,
  }
  await updateMember(tx, record.id, { userId, email, updatedAt: now })
  await closeClaimLetter(tx, { id: letter.id, because: 'claimed', at: now })
  await insertAudit(tx, {
    ...about,
    action: 'record claimed',
    details: { letter: letter.id, before: { account: null }, after: { account: userId } },
  })
  if (record.email !== email) {
    const sealed = (value: string) => ({
      email: deps.fieldKeys.seal(value, historyPlace('email', sealIdOf(record))).toString('base64'),
    })
    await insertAudit(tx, {
      ...about,
      action: 'profile changed',
      details: { changed: ['email'], before: sealed(record.email ?? ''), after: sealed(email) },
    })
  }
  const { publicUrl } = deps.settings
  const mail = recordLinked({ to: email, firstName: record.firstName, at: now, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
  await tellOldContact(tx, deps, { record, email, now })
}

/** Nothing of the two records changes until an admin has compared them. */
async function askToMerge(
  tx: Tx,
  deps: ClaimDeps,
  { own, record, letter, account, now }: Right & { own: AccountHolderRow },
): Promise<void> {
  await insertMergeRequest(tx, { memberId: own.id, otherId: record.id, askedAt: now })
  await closeClaimLetter(tx, { id: letter.id, because: 'merge asked', at: now })
  for (const memberId of [own.id, record.id])
    await insertAudit(tx, {
      actorUserId: account.userId,
      memberId,
      action: 'merge of records asked for',
      subject: `member ${memberId}`,
      details: { letter: letter.id, records: [own.id, record.id] },
      at: now,
    })
  const { officeEmail: office, publicUrl } = deps.settings
  const until = joinedBy(now)
  const mail = mergeAskedToOffice({ memberIds: [own.id, record.id], until, office, publicUrl })
  await deps.jobs.enqueue(tx, 'mail', mail)
}

function wrongClaim() {
  return invalidField('code', 'This code and this date of birth do not open a record.')
}
