import * as z from 'zod/mini'
import type { FieldKeys } from '../platform/field-keys.ts'

const SealedConsentSchema = z.object({
  /** The answers of the consent form, under the names that the form posts. */
  answers: z.record(z.string(), z.unknown()),
  /** The surgery that the result may be shared with; null when it may not. */
  gpSurgery: z._default(
    z.nullable(z.object({ name: z.string(), town: z.string(), email: z.nullable(z.string()) })),
    null,
  ),
})

/** What a consent says about a member's health and GP, as it is sealed together. */
export type SealedConsent = z.infer<typeof SealedConsentSchema>

/** The columns of a consent that its sealed bytes are bound to. */
type Origin = { memberId: number; eventId: number; givenAt: Date }

/** Returns the bytes of the column `consents.sealed` for the consent with these columns. */
export function sealConsent(
  fieldKeys: FieldKeys,
  origin: Origin,
  consent: z.input<typeof SealedConsentSchema>,
): Buffer {
  return fieldKeys.seal(JSON.stringify(consent), placeOf(origin))
}

/** Throws when the bytes are not those that were sealed for the consent with these columns. */
export function openConsent(fieldKeys: FieldKeys, row: Origin & { sealed: Buffer }): SealedConsent {
  return SealedConsentSchema.parse(parsed(fieldKeys.open(row.sealed, placeOf(row))))
}

/** The parser's own error would quote the text that it cannot read, into the log. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('a sealed consent is no JSON')
  }
}

/** The place that the sealed bytes of a consent are bound to. */
export function placeOf({ memberId, eventId, givenAt }: Origin): string {
  return `consents|sealed|${memberId}|${eventId}|${givenAt.toISOString()}`
}
