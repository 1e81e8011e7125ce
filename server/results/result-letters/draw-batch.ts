import { createHash } from 'node:crypto'
import { momentInWords } from '../../../domain/uk-time.ts'
import { indexOfAddress } from '../../facts/address-index.ts'
import { lettersPdf } from '../../messages/letters/letter-pdf.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { type Addressed, currentLetters } from './current-letters.ts'
import { type CoverLine, drawCoverList } from './draw-cover-list.ts'
import { gpLetter } from './gp-letter.ts'
import { updateBatch } from './letter-batches.queries.ts'
import { contentOf, nameOf } from './letter-content.ts'
import { updateLetters } from './letters.queries.ts'
import type { LetterDeps } from './make-batch.ts'
import { resultLetter } from './result-letter.ts'

type Params = { batchId: number; staff: Staff }

/**
 * All letters of a batch as one PDF. Takes out letters whose result was replaced or whose address was
 * removed meanwhile, and then the batch has to be counted again. Logs the access to each member's
 * result. Throws Refused not_found, batch_posted or no_letters.
 */
export async function drawBatch(deps: LetterDeps, { batchId, staff }: Params): Promise<Buffer> {
  const at = deps.now()
  const opened = await commit(deps, async (tx) => {
    const { letters, batch } = await currentLetters(tx, deps, { batchId, at })
    if (batch.postedAt) throw new Refused('batch_posted')
    await logPrint(tx, { letters, batchId, staff, at, what: 'result' })
    for (const { letter, to } of letters)
      await updateLetters(tx, [letter.id], {
        addressIndex: indexOfAddress(deps.fieldKeys, to.slice(1)),
      })
    return letters
  })
  if (opened.length === 0) throw new Refused('no_letters')
  const drawn = opened.map(({ letter, to, gp }) => {
    const content = contentOf(deps, letter)
    const reference = `Letter ${letter.id}`
    if (gp) return gpLetter(content, gp, { reference, to, at })
    const { dateOfBirth, supportNeeds } = letter
    const isLargePrint = supportNeeds.includes('large print')
    const name = nameOf(letter)
    return resultLetter(content, { reference, name, dateOfBirth, to, isLargePrint, at })
  })
  const pdf = await lettersPdf(drawn, { title: `Letters of batch ${batchId}`, at })
  const pdfHash = createHash('sha256').update(pdf).digest()
  await updateBatch(deps.database.db, batchId, { pdfHash })
  return pdf
}

/** Names and addresses of a batch with their number, nothing of a result. Throws as drawBatch. */
export async function drawBatchCover(
  deps: LetterDeps,
  { batchId, staff }: Params,
): Promise<Buffer> {
  const at = deps.now()
  const letters = await commit(deps, async (tx) => {
    const current = await currentLetters(tx, deps, { batchId, at })
    await logPrint(tx, { letters: current.letters, batchId, staff, at, what: 'member' })
    return current.letters
  })
  const lines = letters.map(
    ({ letter, to: [name = '', ...address] }): CoverLine => ({
      letter: letter.id,
      name,
      address: address.join(', '),
    }),
  )
  return drawCoverList(lines, { batchId, madeAt: momentInWords(at), at })
}

async function logPrint(
  tx: Tx,
  print: {
    letters: Addressed[]
    batchId: number
    staff: Staff
    at: Date
    what: 'result' | 'member'
  },
): Promise<void> {
  const { letters, batchId, staff, at, what } = print
  const memberIds = letters.map(({ letter }) => letter.memberId)
  await insertStaffAccesses(tx, { staff, memberIds, what, reason: 'result', at })
  await insertAudit(
    tx,
    { by: staff, subject: `letter batch ${batchId}`, at },
    what === 'result' ? 'letters drawn for printing' : 'cover list drawn',
    { letters: letters.map(({ letter }) => letter.id) },
  )
}
