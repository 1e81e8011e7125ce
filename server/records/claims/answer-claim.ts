import type { ClaimAnswer, ClaimLink } from '../../../domain/claim-schemas.ts'
import { maskedEmail } from '../../../domain/masked-email.ts'
import { isClaimable } from '../../../domain/record-claims.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { findProfile, lockProfile } from '../../members/office-record.queries.ts'
import { claimNotTheirs, claimRefused } from '../../messages/mails/claim-waits.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { listAdminEmails } from '../../staff/staff.queries.ts'
import { giveClaimed, readClaimedRecord } from './claimed-record.ts'
import {
  endRecordClaim,
  findClaimByKey,
  findRecordClaim,
  type RecordClaimRow,
} from './record-claims.queries.ts'

type LinkDeps = Pick<
  Deps,
  'auth' | 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'
>

/** What the link of a claimed record's contact shows; changes nothing. Throws Refused not_found. */
export async function readClaimLink(deps: LinkDeps, key: string): Promise<ClaimLink> {
  const { db } = deps.database
  const hash = hashOfLinkKey(key)
  const claim = await findClaimByKey(db, hash)
  const record = claim && (await findProfile(db, claim.memberId))
  if (!record) throw new Refused('not_found')
  return toLink(db, { claim, record, hash })
}

/**
 * The contact says whether the claim is theirs. 'me' gives the account the record at once; 'not_me'
 * ends the claim and tells the admins. A claim that has ended stays as it is. Throws Refused not_found, or
 * not_permitted when a contact that the office entered lately would confirm.
 */
export async function answerClaim(
  deps: LinkDeps,
  { key, answer }: { key: string; answer: ClaimAnswer },
): Promise<ClaimLink> {
  const hash = hashOfLinkKey(key)
  const now = deps.now()
  return commit(deps, async (tx) => {
    const seen = await findClaimByKey(tx, hash)
    if (!seen) throw new Refused('not_found')
    const record = await lockProfile(tx, seen.memberId)
    const claim = await findRecordClaim(tx, seen.id, { lock: true })
    if (!record || !claim) throw new Refused('not_found')
    if (answer === 'me' && !isOfFormer(claim, hash)) throw new Refused('not_permitted')
    if (claim.endedAt === null) await write(tx, deps, { claim, record, answer, now })
    const after = await findRecordClaim(tx, claim.id, { lock: false })
    return toLink(tx, { claim: after ?? claim, record, hash })
  })
}

async function write(
  tx: Tx,
  deps: LinkDeps,
  {
    claim,
    record,
    answer,
    now,
  }: { claim: RecordClaimRow; record: MemberRow; answer: ClaimAnswer; now: Date },
): Promise<void> {
  const about = { memberId: record.id, at: now }
  const details = { claim: claim.id, letter: claim.letterId }
  if (answer === 'not_me') {
    await endRecordClaim(tx, { id: claim.id, because: 'not me', at: now })
    await insertAudit(tx, about, 'record claim was a stranger’s', details)
    const { publicUrl } = deps.settings
    for (const to of await listAdminEmails(tx))
      await deps.jobs.enqueue(tx, 'mail', claimNotTheirs({ to, memberId: record.id, publicUrl }))
    await deps.jobs.enqueue(tx, 'mail', claimRefused({ to: claim.email }))
    return
  }
  if (!isClaimable(await readClaimedRecord(tx, record, claim))) {
    await endRecordClaim(tx, { id: claim.id, because: 'record changed', at: now })
    return
  }
  await endRecordClaim(tx, { id: claim.id, because: 'confirmed', at: now })
  await insertAudit(tx, about, 'record claim confirmed', details)
  await giveClaimed(tx, deps, { claim, record, now })
}

function isOfFormer({ contactKeyHash }: RecordClaimRow, hash: Buffer): boolean {
  return contactKeyHash?.equals(hash) ?? false
}

const STATES = {
  confirmed: 'confirmed',
  released: 'over',
  'not me': 'not_me',
  refused: 'over',
  'record changed': 'over',
} as const

async function toLink(
  q: Queryable,
  { claim, record, hash }: { claim: RecordClaimRow; record: MemberRow; hash: Buffer },
): Promise<ClaimLink> {
  const isOpen = claim.endedBecause === null
  const isStill = isOpen && isClaimable(await readClaimedRecord(q, record, claim))
  return {
    state: claim.endedBecause ? STATES[claim.endedBecause] : isStill ? 'open' : 'over',
    first_name: record.firstName,
    masked_email: maskedEmail(claim.email),
    claimed_on: ukDate(claim.claimedAt),
    may_confirm: isOfFormer(claim, hash),
  }
}
