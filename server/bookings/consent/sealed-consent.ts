import * as z from 'zod/mini'
import { TakenWithSchema } from '../../../domain/office/consent-help.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const SealedConsentSchema = z.object({
  answers: z.record(z.string(), z.unknown()),
  /** The surgery that the result may be shared with; null when it may not. */
  gpSurgery: z._default(
    z.nullable(z.object({ name: z.string(), town: z.string(), email: z.nullable(z.string()) })),
    null,
  ),
  /** Who was there when staff took it; null when the member gave it alone on the website. */
  takenWith: z._default(z.nullable(TakenWithSchema), null),
})

export type SealedConsent = z.output<typeof SealedConsentSchema>

type Origin = { memberId: number; eventId: number; givenAt: Date }

export function sealConsent(
  fieldKeys: FieldKeys,
  origin: Origin,
  consent: z.input<typeof SealedConsentSchema>,
): Buffer {
  return sealJson(fieldKeys, consent, placeOf(origin))
}

export function openConsent(fieldKeys: FieldKeys, row: Origin & { sealed: Buffer }): SealedConsent {
  return SealedConsentSchema.parse(openJson(fieldKeys, row.sealed, placeOf(row)))
}

export function placeOf({ memberId, eventId, givenAt }: Origin): string {
  return `consents|sealed|${memberId}|${eventId}|${givenAt.toISOString()}`
}
