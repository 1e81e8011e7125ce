import { CLAIM_DAYS } from '../../../domain/claim-code.ts'
import { DAY_MS } from '../../../domain/durations.ts'
import { whyNotPrint } from '../../../domain/office/claim-letters.ts'
import type { LetterToPrint } from '../../../domain/office/claim-schemas.ts'
import type { Deps } from '../../deps.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import { ownRecord } from '../../members/record-of.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'
import { insertStaffAccess, insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused, sentenceOf } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { drawClaimCode, hashOfClaimCode } from './claim-code.ts'
import { claimLetter } from './claim-letter.ts'
import { lockClaimLetter, recordStep, replaceClaimLetter } from './claim-letters.queries.ts'
import {
  countLetterRequests,
  findLetterRequest,
  listLetterRequests,
  setPrintedLetter,
} from './letter-requests.queries.ts'
import { addressOf, isLargePrint, nameOf, reasonAgainst } from './letter-to.ts'

type LetterDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type PrintDeps = LetterDeps & Pick<Deps, 'site'>
type Printed = { pdf: Buffer; memberId: number; letterId: number }

/**
 * The letter of a request as a PDF, with a code that is stored nowhere: until it is posted it can be
 * printed again, with a new code, and then the code before it ends. Throws Refused not_found, a
 * reason of whyNotPrint or one of whyNotInvite.
 */
export async function printClaimLetter(
  deps: PrintDeps,
  { requestId, staff }: { requestId: number; staff: Staff },
): Promise<Printed> {
  const now = deps.now()
  const code = drawClaimCode()
  const expiresAt = new Date(now.getTime() + CLAIM_DAYS * DAY_MS)
  const { member, letterId, replacesAccount } = await commit(deps, async (tx) => {
    const seen = await findLetterRequest(tx, requestId, { lock: false })
    if (!seen) throw new Refused('not_found')
    const { memberId } = seen
    const record = ownRecord(await lockProfile(tx, memberId))
    const request = (await findLetterRequest(tx, requestId, { lock: true })) ?? seen
    const last =
      request.letterId === null
        ? null
        : await lockClaimLetter(tx, { id: request.letterId, memberId })
    const access = { what: 'member', reason: 'request of the man', at: now } as const
    await insertStaffAccess(tx, { staff, memberId, ...access })
    const reason =
      whyNotPrint({
        isOwn: request.askedBy === staff.id,
        isCancelled: request.cancelledAt !== null,
        last: last && { isPosted: last.postedAt !== null, isOpen: last.closedAt === null },
      }) ?? (await reasonAgainst(tx, record, request))
    if (reason) throw new Refused(reason)
    const id = await replaceClaimLetter(tx, {
      memberId,
      replacesAccount: request.replacesAccount,
      codeHash: hashOfClaimCode(deps, code),
      madeBy: staff.id,
      madeAt: now,
      expiresAt,
    })
    await recordStep(tx, { id, step: 'printed', at: now })
    await setPrintedLetter(tx, { id: requestId, letterId: id })
    await insertAudit(tx, { by: staff, memberId, at: now }, 'claim letter made', {
      letter: id,
      request: requestId,
      until: expiresAt.toISOString(),
    })
    return { member: record, letterId: id, replacesAccount: request.replacesAccount }
  })
  const letter = claimLetter({
    member: { id: member.id, name: nameOf(member) },
    address: addressOf(member),
    code,
    expiresAt,
    isLargePrint: isLargePrint(member),
    hasLostAddress: replacesAccount !== null,
    publicUrl: deps.settings.publicUrl,
    now,
  })
  const { charity } = await deps.site.present()
  return { pdf: await letterPdf(letter, charity), memberId: member.id, letterId }
}

/** Letters that are to be printed, or printed and not posted yet. Logs the access. */
export async function listLettersToPrint(
  deps: LetterDeps,
  { staff, after, limit }: { staff: Staff; after: number; limit: number },
): Promise<{ rows: LetterToPrint[]; total: number }> {
  const at = deps.now()
  return deps.database.transaction(async (tx) => {
    const listed = await listLetterRequests(tx, { after, limit })
    const memberIds = listed.map(({ member }) => member.id)
    const access = { what: 'member', reason: 'request of the man', at } as const
    await insertStaffAccesses(tx, { staff, memberIds, ...access })
    const rows: LetterToPrint[] = []
    for (const { request, member, askedBy, printedAt } of listed) {
      const reason =
        request.askedBy === staff.id
          ? 'own_letter_request'
          : await reasonAgainst(tx, member, request)
      rows.push({
        request_id: request.id,
        member_id: member.id,
        name: nameOf(member),
        address: addressOf(member),
        is_large_print: isLargePrint(member),
        asked_at: request.askedAt.toISOString(),
        asked_by: askedBy,
        printed_at: printedAt?.toISOString() ?? null,
        against: reason && sentenceOf(reason),
      })
    }
    return { rows, total: await countLetterRequests(tx) }
  })
}
