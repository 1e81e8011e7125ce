import {
  findGpToldBefore,
  findKnownSurgery,
  listSharingConsents,
} from '../../facts/gp-letters.queries.ts'
import type { SealedResult } from '../../facts/sealed-result.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { insertLetter } from './letters.queries.ts'
import { valueIn } from './result-letter.ts'
import { indexOfSurgery, namedIn, openSurgery, sealSurgery } from './surgery.ts'

type Released = { resultId: number; memberId: number; opened: SealedResult; at: Date }

/**
 * Prepares the letter to the member's GP, where the member agreed. Of a result without a number only
 * when an earlier letter has to be taken back. The address is known when it was entered for this
 * member's surgery before; else the letter waits for it.
 */
export async function addGpLetter(
  tx: Tx,
  { fieldKeys }: { fieldKeys: FieldKeys },
  { resultId, memberId, opened, at }: Released,
): Promise<void> {
  const [consent] = await listSharingConsents(tx, [resultId])
  if (!consent) return
  const hasNumber = valueIn(opened) !== null && !opened.withdrawn
  if (!hasNumber && (await findGpToldBefore(tx, resultId)) === null) return
  const surgeryIndex = indexOfSurgery(fieldKeys, namedIn(fieldKeys, consent))
  const known = await findKnownSurgery(tx, { surgeryIndex, memberId })
  const address = known && {
    surgery: sealSurgery(fieldKeys, resultId, openSurgery(fieldKeys, known)),
    surgeryIndex,
  }
  await insertLetter(tx, { resultId, memberId, recipient: 'gp', waitingSince: at, ...address })
}
