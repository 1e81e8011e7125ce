import { codeState, type LetterStep } from '../../../domain/office/claim-letters.ts'
import type { ClaimLetters } from '../../../domain/office/claim-schemas.ts'
import type { Deps } from '../../deps.ts'
import type { MemberRow } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import {
  closeClaimLetter,
  listClaimLetters,
  lockClaimLetter,
  recordStep,
} from './claim-letters.queries.ts'
import {
  cancelLetterRequest,
  findLetterToPrint,
  insertLetterRequest,
  setPoster,
} from './letter-requests.queries.ts'
import { addressOf, isLargePrint, nameOf, reasonAgainst } from './letter-to.ts'
import { findWaitingLetter } from './record-claims.queries.ts'

type LetterDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings'>
type Params = { memberId: number; staff: Staff }

/**
 * Asks for a letter that somebody else prints, so that nobody who asks sees its code. Asking again
 * while one is to be printed changes nothing. With `hasLostAddress` it gives the record to another account than the
 * one that it has. Throws Refused not_found, or a reason of whyNotInvite.
 */
export async function askForClaimLetter(
  deps: LetterDeps,
  { memberId, hasLostAddress, staff }: Params & { hasLostAddress: boolean },
): Promise<ClaimLetters> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const member = await readMember(tx, { memberId, staff, at })
    const replacesAccount = hasLostAddress ? member.userId : null
    const refusal = await reasonAgainst(tx, member, { replacesAccount })
    if (refusal) throw new Refused(refusal)
    const request = { memberId, replacesAccount, askedBy: staff.id, askedAt: at }
    if (await insertLetterRequest(tx, request))
      await insertAudit(tx, { by: staff, memberId, at }, 'claim letter asked for', {
        ...(replacesAccount !== null && { lost_address: true }),
      })
    return lettersOf(tx, { member, at })
  })
}

/** Takes back what is to be printed; changes nothing without it. Throws Refused not_found. */
export async function cancelClaimLetter(
  deps: LetterDeps,
  { memberId, staff }: Params,
): Promise<ClaimLetters> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const member = await readMember(tx, { memberId, staff, at })
    const request = await findLetterToPrint(tx, memberId)
    if (request) {
      await cancelLetterRequest(tx, { id: request.id, at })
      await insertAudit(tx, { by: staff, memberId, at }, 'claim letter cancelled', {
        request: request.id,
      })
    }
    return lettersOf(tx, { member, at })
  })
}

/** The member's letters, and whether one can be made. Logs the access. Throws Refused not_found. */
export async function readClaimLetters(deps: LetterDeps, params: Params): Promise<ClaimLetters> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const member = await readMember(tx, { ...params, at })
    return lettersOf(tx, { member, at })
  })
}

/**
 * Records that the letter was printed, posted or came back; then its code ends. Repeating a step
 * changes nothing. Throws Refused not_found.
 */
export async function recordLetterStep(
  deps: LetterDeps,
  { memberId, staff, letterId, step }: Params & { letterId: number; step: LetterStep },
): Promise<ClaimLetters> {
  const at = deps.now()
  return commit(deps, async (tx) => {
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
      if (step === 'posted') await setPoster(tx, { letterId, postedBy: staff.id })
      if (step === 'returned') await closeClaimLetter(tx, { id: letterId, because: 'returned', at })
      await insertAudit(tx, { by: staff, memberId, at }, `claim letter ${step}`, {
        letter: letterId,
        before,
        after: { ...before, [step]: at },
      })
    }
    return lettersOf(tx, { member, at })
  })
}

/** Locked, so that two requests at once leave one. */
async function readMember(
  tx: Tx,
  { memberId, staff, at }: Params & { at: Date },
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
  const refusal = await reasonAgainst(tx, member, { replacesAccount: member.userId })
  const request = await findLetterToPrint(tx, member.id)
  const rows = await listClaimLetters(tx, member.id)
  const waitingLetterId = await findWaitingLetter(tx, member.id)
  return {
    member_id: member.id,
    name: nameOf(member),
    address: [nameOf(member), ...addressOf(member)],
    is_large_print: isLargePrint(member),
    has_account: member.userId !== null,
    against: refusal && sentenceOf(refusal),
    requested: request && { asked_at: request.askedAt.toISOString(), asked_by: request.askedBy },
    letters: rows.map(({ letter, madeBy }) => ({
      letter_id: letter.id,
      made_at: letter.madeAt.toISOString(),
      made_by: madeBy,
      expires_at: letter.expiresAt.toISOString(),
      printed_at: letter.printedAt?.toISOString() ?? null,
      posted_at: letter.postedAt?.toISOString() ?? null,
      returned_at: letter.returnedAt?.toISOString() ?? null,
      code: waitingLetterId === letter.id ? 'waiting' : codeState(letter, at),
    })),
  }
}
