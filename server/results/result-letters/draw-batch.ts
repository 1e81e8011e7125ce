import { createHash } from 'node:crypto'
import { isToCollect } from '../../../domain/office/result-letters.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { indexOfAddress } from '../../facts/address-index.ts'
import { drawAddressLabels } from '../../messages/letters/draw-address-labels.ts'
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

/** What the audit log says of each paper. */
const DRAWN = {
  letters: 'letters drawn for printing',
  cover: 'cover list drawn',
  labels: 'address labels drawn',
} as const

type Params = { batchId: number; staff: Staff }

/**
 * All letters of a batch as one PDF. Takes out letters whose result was replaced or whose address was
 * removed meanwhile, and then the batch has to be counted again. Logs the access to each member's
 * result. Throws Refused not_found, batch_posted or no_letters.
 */
export async function drawBatch(
  deps: LetterDeps & Pick<Deps, 'site'>,
  { batchId, staff }: Params,
): Promise<Buffer> {
  const at = deps.now()
  const opened = await commit(deps, async (tx) => {
    const { letters, batch } = await currentLetters(tx, deps, { batchId, at })
    if (batch.postedAt) throw new Refused('batch_posted')
    await logPrint(tx, { letters, batchId, staff, at, what: 'result', drawn: 'letters' })
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
  const { charity } = await deps.site.present()
  const pdf = await lettersPdf(drawn, { title: `Letters of batch ${batchId}`, at, charity })
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
    const { letters: listed } = current
    await logPrint(tx, { letters: listed, batchId, staff, at, what: 'member', drawn: 'cover' })
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

/**
 * Labels with the addresses of the letters of a batch that are posted, in the order of the cover list.
 * Throws as drawBatch, and Refused no_labels when all of them are collected.
 */
export async function drawBatchLabels(
  deps: LetterDeps,
  { batchId, staff }: Params,
): Promise<Buffer> {
  const at = deps.now()
  const addresses = await commit(deps, async (tx) => {
    const { letters, batch } = await currentLetters(tx, deps, { batchId, at })
    if (batch.postedAt) throw new Refused('batch_posted')
    const posted = letters.filter(({ letter }) => !isToCollect(letter))
    if (posted.length === 0) throw new Refused('no_labels')
    await logPrint(tx, { letters: posted, batchId, staff, at, what: 'member', drawn: 'labels' })
    return posted.map(({ to }) => to)
  })
  return drawAddressLabels(addresses, at)
}

async function logPrint(
  tx: Tx,
  print: {
    letters: Addressed[]
    batchId: number
    staff: Staff
    at: Date
    what: 'result' | 'member'
    drawn: keyof typeof DRAWN
  },
): Promise<void> {
  const { letters, batchId, staff, at, what, drawn } = print
  const memberIds = letters.map(({ letter }) => letter.memberId)
  await insertStaffAccesses(tx, { staff, memberIds, what, reason: 'result', at })
  await insertAudit(tx, { by: staff, subject: `letter batch ${batchId}`, at }, DRAWN[drawn], {
    letters: letters.map(({ letter }) => letter.id),
  })
}
