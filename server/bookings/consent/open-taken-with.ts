import type { TakenWith } from '../../../domain/office/consent-help.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openConsent } from './sealed-consent.ts'

/** Who was there when staff took the consent, without its answers; null for one of the website. */
export function openTakenWith(
  fieldKeys: FieldKeys,
  row: { memberId: number; eventId: number; givenAt: Date; sealed: Buffer },
): TakenWith | null {
  return openConsent(fieldKeys, row).takenWith
}
