import { isToCollect, letterAddress, TO_COLLECT } from '../../../domain/office/result-letters.ts'
import { listSharingConsents, type SharingConsent } from '../../facts/gp-letters.queries.ts'
import { type BatchedLetter, lockLettersOf } from '../../facts/letter-contents.queries.ts'
import {
  type IdentityHistory,
  readIdentityHistories,
} from '../../members/identity/former-identity.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { factsForGp } from './facts-for-gp.ts'
import type { GpFacts } from './gp-letter.ts'
import { lockBatch, updateBatch } from './letter-batches.queries.ts'
import { nameOf } from './letter-content.ts'
import { updateLetters } from './letters.queries.ts'
import { sentTo, surgeryAddress, surgeryOf } from './surgery.ts'

type Deps = { fieldKeys: FieldKeys }
/** `to` is empty while no address is known; letters to collect are the last. */
export type Addressed = { letter: BatchedLetter; to: string[]; gp: GpFacts | null }

/**
 * A batch and its letters that may go out. Outdated ones are stopped, and those without an address
 * wait again; the rest has to be counted once more. Held ones stay in the batch, unprinted. A posted
 * batch stays as it is. Throws Refused not_found.
 */
export async function currentLetters(
  tx: Tx,
  deps: Deps,
  { batchId, at }: { batchId: number; at: Date },
) {
  const batch = await lockBatch(tx, batchId)
  if (!batch) throw new Refused('not_found')
  const letters = await readAddresses(tx, deps, await lockLettersOf(tx, { batchId, now: at }))
  if (batch.postedAt) return { batch, letters }
  const stale = letters.filter(({ letter }) => letter.isStale)
  const held = letters.filter(({ letter }) => letter.isHeld && !letter.isStale)
  const current = letters.filter(({ letter }) => !letter.isStale && !letter.isHeld)
  const withoutAddress = current.filter(({ to }) => to.length === 0)
  await updateLetters(tx, idsOf(stale), { state: 'stopped' })
  await updateLetters(tx, idsOf(held), { state: 'waiting', addressIndex: null })
  await updateLetters(tx, idsOf(withoutAddress), {
    state: 'waiting',
    batchId: null,
    surgery: null,
    surgeryIndex: null,
  })
  if (stale.length + withoutAddress.length > 0)
    await updateBatch(tx, batchId, { printedAt: null, printedBy: null })
  const ready = current.filter(({ to }) => to.length > 0)
  const [toPost, toCollect] = [false, true].map((isKept) =>
    ready.filter(({ letter }) => isToCollect(letter) === isKept),
  )
  return { batch, letters: [...(toPost ?? []), ...(toCollect ?? [])] }
}

async function readAddresses(
  tx: Tx,
  deps: Deps,
  letters: readonly BatchedLetter[],
): Promise<Addressed[]> {
  const toGps = letters.filter(({ recipient }) => recipient === 'gp')
  const resultIds = toGps.map(({ resultId }) => resultId)
  const consents = new Map(
    (await listSharingConsents(tx, resultIds)).map((consent) => [consent.resultId, consent]),
  )
  const memberIds = toGps.map(({ memberId }) => memberId)
  const histories = await readIdentityHistories(tx, deps, memberIds)
  return letters.map((letter) =>
    letter.recipient === 'gp'
      ? toSurgery(deps, letter, {
          consent: consents.get(letter.resultId),
          history: histories.get(letter.memberId),
        })
      : { letter, to: ownAddress(letter), gp: null },
  )
}

function toSurgery(
  deps: Deps,
  letter: BatchedLetter,
  {
    consent,
    history,
  }: { consent: SharingConsent | undefined; history: IdentityHistory | undefined },
): Addressed {
  const { fieldKeys } = deps
  const surgery =
    letter.state === 'posted' || letter.state === 'returned'
      ? sentTo(fieldKeys, letter)
      : surgeryOf(fieldKeys, letter, consent)
  const gp = consent && {
    ...factsForGp(deps, letter, history),
    agreedAt: consent.givenAt,
    isForGpOnly: letter.releasedAt === null,
  }
  return { letter, to: surgery ? surgeryAddress(surgery) : [], gp: gp ?? null }
}

function ownAddress(letter: BatchedLetter): string[] {
  const name = nameOf(letter)
  return isToCollect(letter) ? [name, TO_COLLECT] : (letterAddress({ ...letter, name }) ?? [])
}

function idsOf(letters: readonly Addressed[]): number[] {
  return letters.map(({ letter }) => letter.id)
}
