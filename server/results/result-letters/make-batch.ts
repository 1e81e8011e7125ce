import {
  BATCH_SIZE,
  type BatchStep,
  isToCollect,
  type LetterState,
  type NewBatch,
} from '../../../domain/office/result-letters.ts'
import type { Deps } from '../../deps.ts'
import { lockLettersOf } from '../../facts/letter-contents.queries.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField, Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { followPosted } from '../../tasks/follow-reading.ts'
import { insertBatch, lockBatch, updateBatch } from './letter-batches.queries.ts'
import {
  insertLetter,
  lastCopy,
  lockLetters,
  lockWaiting,
  updateLetters,
} from './letters.queries.ts'

export type LetterDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'fieldKeys'>

/**
 * Puts the letters that wait and have an address into a new batch, or new copies of letters that
 * were printed. Returns its id. Throws Refused no_letters, letter_outdated or letter_held when
 * none of the copies may be sent, or invalid_request without the reason of a reprint.
 */
export function makeBatch(deps: LetterDeps, params: NewBatch, by: Staff): Promise<number> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const found =
      params.letters === undefined
        ? await lockWaiting(tx, BATCH_SIZE)
        : await copiesOf(tx, { ids: params.letters, reason: params.reason, at })
    if (found.length === 0) throw new Refused('no_letters')
    const reason = params.letters === undefined ? null : (params.reason ?? null)
    const batchId = await insertBatch(tx, { reason, madeBy: by.id, madeAt: at })
    const ids = found.map(({ id }) => id)
    await updateLetters(tx, ids, { batchId })
    if (params.letters !== undefined) await requireCurrent(tx, { batchId, at })
    const memberIds = found.map(({ memberId }) => memberId)
    await insertStaffAccesses(tx, { staff: by, memberIds, what: 'member', reason: 'result', at })
    await insertAudit(
      tx,
      { by, subject: `letter batch ${batchId}`, at },
      'letters put into a batch',
      { letters: ids, reason, copiesOf: params.letters ?? [] },
    )
    return batchId
  })
}

/**
 * New copies of printed, posted or returned letters, each once; skips any other. A letter that is
 * printed and still in the office is taken out of its batch.
 */
async function copiesOf(
  tx: Tx,
  { ids, reason, at }: { ids: readonly number[]; reason: string | undefined; at: Date },
): Promise<{ id: number; memberId: number }[]> {
  if (reason === undefined) throw invalidField('reason', 'Say why you are printing them again.')
  const sent = (await lockLetters(tx, ids)).filter(
    ({ state }) => IN_THE_OFFICE.includes(state) || state === 'posted' || state === 'returned',
  )
  const made: number[] = []
  for (const { id: before, state, copy, ...letter } of sent) {
    const { resultId, memberId, recipient, surgery, surgeryIndex } = letter
    // Of a letter that was printed again already the newer one is meant.
    if ((await lastCopy(tx, { resultId, recipient })) !== copy) continue
    const next = { resultId, memberId, recipient, surgery, surgeryIndex, copy: copy + 1 }
    const id = await insertLetter(tx, { ...next, waitingSince: at })
    if (id === null) continue
    made.push(id)
    if (IN_THE_OFFICE.includes(state)) await updateLetters(tx, [before], { state: 'stopped' })
  }
  return lockLetters(tx, made)
}

const IN_THE_OFFICE: readonly LetterState[] = ['printed', 'to_collect']

async function requireCurrent(
  tx: Tx,
  { batchId, at }: { batchId: number; at: Date },
): Promise<void> {
  const copies = await lockLettersOf(tx, { batchId, now: at })
  const current = copies.filter(({ isStale }) => !isStale)
  if (current.length === 0) throw new Refused('letter_outdated')
  if (current.every((copy) => copy.isHeld)) throw new Refused('letter_held')
}

/**
 * Records that all its letters are printed and counted, or posted; a repeat changes nothing. Printed
 * letters that their members collect stay in the office. Those
 * that were taken out of the pile leave the batch: outdated ones are stopped, others wait again.
 * Throws Refused not_found, not_printed, letters_miscounted, or letters_stopped for one that may not
 * be sent and is in the pile still.
 */
export function recordBatchStep(
  deps: LetterDeps,
  { batchId, step, count, taken_out: takenOut = [] }: BatchStep & { batchId: number },
  by: Staff,
): Promise<void> {
  const at = deps.now()
  return commit(deps, async (tx) => {
    const batch = await lockBatch(tx, batchId)
    if (!batch) throw new Refused('not_found')
    const before = { printed: batch.printedAt, posted: batch.postedAt }
    if (step === 'printed' ? before.printed : before.posted) return
    if (batch.pdfHash === null || (step === 'posted' && !before.printed))
      throw new Refused('not_printed')
    const { letters, outdated, held } = await sortPile(tx, { batchId, step, takenOut, at })
    if (letters.some(({ addressIndex }) => addressIndex === null)) throw new Refused('not_printed')
    if (letters.length !== count) throw new Refused('letters_miscounted')
    await updateLetters(tx, outdated, { state: 'stopped' })
    await updateLetters(tx, held, { state: 'waiting', batchId: null, addressIndex: null })
    const mark =
      step === 'printed' ? { printedAt: at, printedBy: by.id } : { postedAt: at, postedBy: by.id }
    await updateBatch(tx, batchId, mark)
    const ids = letters.map(({ id }) => id)
    await updateLetters(tx, ids, { state: step })
    const toCollect = letters.filter(isToCollect).map(({ id }) => id)
    if (step === 'printed') await updateLetters(tx, toCollect, { state: 'to_collect' })
    if (step === 'posted') await followPosted(tx, deps, letters)
    await insertAudit(tx, { by, subject: `letter batch ${batchId}`, at }, `letters ${step}`, {
      letters: ids,
      takenOut: [...outdated, ...held],
      before,
      after: { [step]: at },
    })
  })
}

/** What may be posted, and the ids of what leaves the batch. Throws Refused letters_stopped. */
async function sortPile(
  tx: Tx,
  {
    batchId,
    step,
    takenOut,
    at,
  }: { batchId: number; step: BatchStep['step']; takenOut: readonly number[]; at: Date },
) {
  const all = await lockLettersOf(tx, { batchId, now: at })
  const pile = all.filter(({ state }) => step === 'printed' || state !== 'to_collect')
  const isTakenOut = (id: number) => takenOut.includes(id)
  if (pile.some(({ id, isStale, isHeld }) => (isStale || isHeld) && !isTakenOut(id)))
    throw new Refused('letters_stopped')
  const out = pile.filter(({ id }) => isTakenOut(id))
  const idsOf = (stale: boolean) =>
    out.filter(({ isStale }) => isStale === stale).map(({ id }) => id)
  return {
    letters: pile.filter(({ id }) => !isTakenOut(id)),
    outdated: idsOf(true),
    held: idsOf(false),
  }
}
