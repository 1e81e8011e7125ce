import { isDeepStrictEqual } from 'node:util'
import type { LetterSurgery, Surgery, SurgeryChange } from '../../../domain/office/surgeries.ts'
import { findKnownSurgery, listSharingConsents } from '../../facts/gp-letters.queries.ts'
import { findPersonState } from '../../facts/person-state.queries.ts'
import { checkAddress, requiredField } from '../../members/profile-fields.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { updateBatch } from './letter-batches.queries.ts'
import { nameOf } from './letter-content.ts'
import { findAddressee, lockLetters, updateLetters } from './letters.queries.ts'
import type { LetterDeps } from './make-batch.ts'
import { indexOfSurgery, namedIn, openSurgery, sealSurgery, surgeryOf } from './surgery.ts'

type Params = { id: number; by: Staff }

/** Where a letter to a GP goes. Logs the access. Throws Refused not_found or letter_outdated. */
export function readSurgery(deps: LetterDeps, { id, by }: Params): Promise<LetterSurgery> {
  return deps.database.transaction(async (tx) => {
    const { letter, consent, entered } = await lockGpLetter(tx, deps, id)
    const { memberId } = letter
    const access = { staff: by, what: 'member', reason: 'result', at: deps.now() } as const
    await insertStaffAccess(tx, { ...access, memberId })
    const named = namedIn(deps.fieldKeys, consent)
    const surgeryIndex = indexOfSurgery(deps.fieldKeys, named)
    const known = named && (await findKnownSurgery(tx, { surgeryIndex }))
    const member = await findAddressee(tx, id)
    const person = await findPersonState(tx, { memberId, now: deps.now() })
    if (!person) throw new Refused('not_found')
    return {
      letter_id: id,
      member_id: memberId,
      member: member ? nameOf(member) : '',
      person,
      named,
      entered,
      suggested: entered || !known ? null : openSurgery(deps.fieldKeys, known),
    }
  })
}

/**
 * Enters or changes the address. A batch with the letter has to be printed again. Throws Refused
 * as readSurgery, letter_printed, changed_meanwhile, or invalid_request for an address that no
 * letter reaches.
 */
export function enterSurgery(
  deps: LetterDeps,
  { id, by, surgery: typed, before }: Params & SurgeryChange,
): Promise<void> {
  const surgery = checkSurgery(typed)
  const at = deps.now()
  return commit(deps, async (tx) => {
    const { letter, consent, entered } = await lockGpLetter(tx, deps, id)
    const { resultId, memberId, state, batchId } = letter
    if (state !== 'waiting' && state !== 'returned') throw new Refused('letter_printed')
    if (isDeepStrictEqual(entered, surgery)) return
    if (!isDeepStrictEqual(entered, before)) throw new Refused('changed_meanwhile')
    const sealed = sealSurgery(deps.fieldKeys, resultId, surgery)
    const surgeryIndex = indexOfSurgery(deps.fieldKeys, namedIn(deps.fieldKeys, consent))
    await updateLetters(tx, [id], { surgery: sealed, surgeryIndex })
    if (state === 'waiting' && batchId !== null) await updateBatch(tx, batchId, { pdfHash: null })
    const access = { staff: by, what: 'member', reason: 'result', at } as const
    await insertStaffAccess(tx, { ...access, memberId })
    await insertAudit(
      tx,
      { by, memberId, subject: `letter ${id}`, at },
      'address of a surgery entered',
      {
        before: letter.surgery?.toString('base64') ?? null,
        after: sealed.toString('base64'),
      },
    )
  })
}

async function lockGpLetter(tx: Tx, { fieldKeys }: LetterDeps, id: number) {
  const [letter] = await lockLetters(tx, [id])
  if (letter?.recipient !== 'gp') throw new Refused('not_found')
  const [consent] = await listSharingConsents(tx, [letter.resultId])
  if (!consent || letter.state === 'stopped') throw new Refused('letter_outdated')
  return { letter, consent, entered: surgeryOf(fieldKeys, letter, consent) }
}

function checkSurgery({ name, address_lines: lines, town, postcode }: Surgery): Surgery {
  const address = checkAddress({ lines, town, postcode })
  if (address.lines.length === 0) requiredField('address_lines', '')
  return {
    name: requiredField('name', name),
    address_lines: address.lines,
    town: plainText(town ?? '') || null,
    postcode: requiredField('postcode', address.postcode ?? ''),
  }
}
