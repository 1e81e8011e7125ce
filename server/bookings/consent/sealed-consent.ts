import * as z from 'zod/mini'
import { TakenWithSchema } from '../../../domain/office/consent-help.ts'
import { sealedValue } from '../../platform/keys/sealed-json.ts'

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

export const {
  placeOf,
  seal: sealConsent,
  open: openConsent,
} = sealedValue(
  SealedConsentSchema,
  ({ memberId, eventId, givenAt }: Origin) =>
    `consents|sealed|${memberId}|${eventId}|${givenAt.toISOString()}`,
)

/** For a row of the table as SQL names its columns. */
export function placeOfConsentIn(row: Record<string, unknown>): string {
  return placeOf({
    memberId: Number(row.member_id),
    eventId: Number(row.event_id),
    givenAt: new Date(String(row.given_at)),
  })
}
