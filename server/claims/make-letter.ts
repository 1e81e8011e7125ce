import { CLAIM_DAYS } from '../../domain/claim-code.ts'
import { printedName } from '../../domain/latin-names.ts'
import { codeState, type LetterStep, whyNotInvite } from '../../domain/office/claim-letters.ts'
import type { ClaimLetters } from '../../domain/office/claim-shapes.ts'
import { letterAddress } from '../../domain/office/result-letters.ts'
import { insertStaffAccess } from '../audit/access-log.queries.ts'
import { insertAudit } from '../audit/audit.queries.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refused, sentenceOf } from '../http/refused.ts'
import { isErasureAskedOf } from '../members/erasure-asked.queries.ts'
import { nameIn } from '../members/latin-columns.ts'
import type { MemberRow } from '../members/members.queries.ts'
import { lockProfile } from '../members/office-record.queries.ts'
import { ownRecord } from '../members/record-of.ts'
import { commit } from '../platform/commit.ts'
import type { Staff } from '../staff/guard.ts'
import { drawClaimCode, hashOfClaimCode } from './claim-code.ts'
import { claimLetter } from './claim-letter.ts'
import {
  closeClaimLetter,
  listClaimLetters,
  lockClaimLetter,
  recordStep,
  replaceClaimLetter,
} from './claim-letters.queries.ts'

const DAY_MS = 24 * 3_600_000

type LetterDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Asked = { memberId: number; staff: Staff }

/**
 * The letter as a PDF, with a code that is stored nowhere: it cannot be printed again, only made
 * again, and then the code before it ends. Throws Refused not_found, or a reason of whyNotInvite.
 */
export async function makeClaimLetter(
  deps: LetterDeps,
  { memberId, staff }: Asked,
): Promise<{ pdf: Buffer; letterId: number }> {
  const now = deps.now()
  const code = drawClaimCode()
  const expiresAt = new Date(now.getTime() + CLAIM_DAYS * DAY_MS)
  const made = await commit({ ...deps, eventIds: [] }, async (tx) => {
    const member = await readMember(tx, { memberId, staff, at: now })
    const why = await reasonAgainst(tx, member)
    if (why) throw new Refused(why)
    const letterId = await replaceClaimLetter(tx, {
      memberId,
      codeHash: hashOfClaimCode(deps, code),
      madeBy: staff.id,
      madeAt: now,
      expiresAt,
    })
    await insertAudit(tx, {
      actorUserId: staff.userId,
      memberId,
      action: 'claim letter made',
      subject: `member ${memberId}`,
      details: { letter: letterId, until: expiresAt.toISOString() },
      at: now,
    })
    return { member, letterId }
  })
  const { member, letterId } = made
  const pdf = await claimLetter({
    member: { id: member.id, name: nameOf(member) },
    address: addressOf(member),
    code,
    expiresAt,
    isLargePrint: isLargePrint(member),
    publicUrl: deps.settings.publicUrl,
    now,
  })
  return { pdf, letterId }
}

/** The member's letters, and whether one can be made. Logs the access. Throws Refused not_found. */
export async function readClaimLetters(deps: LetterDeps, asked: Asked): Promise<ClaimLetters> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const member = await readMember(tx, { ...asked, at })
    return lettersOf(tx, { member, at })
  })
}

/**
 * Records that the letter was printed, posted or came back; then its code ends. Repeating a step
 * changes nothing. Throws Refused not_found.
 */
export async function recordLetterStep(
  deps: LetterDeps,
  { memberId, staff, letterId, step }: Asked & { letterId: number; step: LetterStep },
): Promise<ClaimLetters> {
  const at = deps.now()
  return commit({ ...deps, eventIds: [] }, async (tx) => {
    const member = await readMember(tx, { memberId, staff, at })
    const letter = await lockClaimLetter(tx, { id: letterId, memberId })
    if (!letter) throw new Refused('not_found')
    const before = {
      printed: letter.printedAt,
      posted: letter.postedAt,
      returned: letter.returnedAt,
    }
    if (!before[step]) {
      await recordStep(tx, { id: letterId, step, at })
      if (step === 'returned') await closeClaimLetter(tx, { id: letterId, because: 'returned', at })
      await insertAudit(tx, {
        actorUserId: staff.userId,
        memberId,
        action: `claim letter ${step}`,
        subject: `member ${memberId}`,
        details: { letter: letterId, before, after: { ...before, [step]: at } },
        at,
      })
    }
    return lettersOf(tx, { member, at })
  })
}

/** Locked, so that two letters at once leave one code. */
async function readMember(
  tx: Tx,
  { memberId, staff, at }: Asked & { at: Date },
): Promise<MemberRow> {
  const member = ownRecord(await lockProfile(tx, memberId))
  const reason = 'request of the man'
  await insertStaffAccess(tx, { staff, memberId, what: 'member', reason, at })
  return member
}

async function lettersOf(
  tx: Tx,
  { member, at }: { member: MemberRow; at: Date },
): Promise<ClaimLetters> {
  const why = await reasonAgainst(tx, member)
  const rows = await listClaimLetters(tx, member.id)
  return {
    member_id: member.id,
    name: nameOf(member),
    address: [nameOf(member), ...addressOf(member)],
    is_large_print: isLargePrint(member),
    against: why && sentenceOf(why),
    letters: rows.map(({ letter, madeBy }) => ({
      letter_id: letter.id,
      made_at: letter.madeAt.toISOString(),
      made_by: madeBy,
      expires_at: letter.expiresAt.toISOString(),
      printed_at: letter.printedAt?.toISOString() ?? null,
      posted_at: letter.postedAt?.toISOString() ?? null,
      returned_at: letter.returnedAt?.toISOString() ?? null,
      code: codeState(letter, at),
    })),
  }
}

async function reasonAgainst(tx: Tx, member: MemberRow) {
  return whyNotInvite({
    hasAccount: member.userId !== null,
    isMerged: member.mergedInto !== null,
    hasDied: member.diedAt !== null,
    isActive: member.isActive && member.wantsContact === 'all',
    isErasureAsked: await isErasureAskedOf(tx, member.id),
    careOf: member.careOf,
    addressLines: member.addressLines,
    postcode: member.postcode,
  })
}

function nameOf(member: MemberRow): string {
  const { first_name: first, last_name: last } = printedName(nameIn(member))
  return `${first} ${last}`
}

function addressOf({ careOf, addressLines: lines, town, postcode }: MemberRow): string[] {
  return (letterAddress({ name: '', careOf, lines, town, postcode }) ?? []).slice(1)
}

function isLargePrint({ supportNeeds }: MemberRow): boolean {
  return supportNeeds.includes('large print')
}
