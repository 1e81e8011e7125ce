import * as z from 'zod/mini'
import type { NamedSurgery, Surgery } from '../../../domain/office/surgeries.ts'
import { addressBlock } from '../../../domain/postal-address.ts'
import { openConsent } from '../../bookings/consent/sealed-consent.ts'
import type { SharingConsent } from '../../facts/gp-letters.queries.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const SealedSurgerySchema = z.object({
  name: z.string(),
  address_lines: z.array(z.string()),
  town: z.nullable(z.string()),
  postcode: z.string(),
})

/** Copies of a letter with the same result share it. */
export const placeOf = (resultId: number) => `result_letters|surgery|${resultId}`

export function sealSurgery(keys: FieldKeys, resultId: number, surgery: Surgery): Buffer {
  return sealJson(keys, surgery, placeOf(resultId))
}

export function openSurgery(
  keys: FieldKeys,
  { resultId, surgery }: { resultId: number; surgery: Buffer },
): Surgery {
  return SealedSurgerySchema.parse(openJson(keys, surgery, placeOf(resultId)))
}

/** Null when the form was sent without the fields of the surgery. */
export function namedIn(keys: FieldKeys, consent: SharingConsent): NamedSurgery | null {
  return openConsent(keys, consent).gpSurgery
}

/** A keyed hash of name and town, however they are written. */
export function indexOfSurgery(keys: FieldKeys, named: NamedSurgery | null): Buffer {
  const words = [named?.name ?? '', named?.town ?? ''].map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  return keys.blindIndex(words.join('\n'), 'surgery of a consent')
}

/**
 * The address that was entered; null while there is none, or when the consent now names another
 * surgery than the one whose address it is.
 */
export function surgeryOf(
  keys: FieldKeys,
  letter: { resultId: number; surgery: Buffer | null; surgeryIndex: Buffer | null },
  consent: SharingConsent | undefined,
): Surgery | null {
  const { resultId, surgery, surgeryIndex } = letter
  if (!consent || surgery === null || surgeryIndex === null) return null
  const index = indexOfSurgery(keys, namedIn(keys, consent))
  return index.equals(surgeryIndex) ? openSurgery(keys, { resultId, surgery }) : null
}

/** The address that is on the letter, whatever the consent says now. */
export function sentTo(
  keys: FieldKeys,
  { resultId, surgery }: { resultId: number; surgery: Buffer | null },
): Surgery | null {
  return surgery && openSurgery(keys, { resultId, surgery })
}

/** Name, lines, town and postcode, with the country of an Eircode. */
export function surgeryAddress({ name, address_lines: lines, town, postcode }: Surgery): string[] {
  return [name, ...addressBlock({ lines, town, postcode })]
}
