import * as z from 'zod/mini'
import { StopDetailsSchema, StoppedItemSchema } from '../../../domain/office/contact-stops.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { sealedById } from '../../platform/keys/sealed-json.ts'

const SealedStopSchema = z.extend(StopDetailsSchema, { stopped: z.array(StoppedItemSchema) })

const SealedRevocationSchema = z.object({
  reason: z.string(),
  restarted: z.array(StoppedItemSchema),
})

export const {
  placeOf: placeOfStop,
  seal: sealStop,
  open: openStop,
} = sealedById(SealedStopSchema, 'contact_stops|sealed')

export const { seal: sealRevocation, open: openRevocation } = sealedById(
  SealedRevocationSchema,
  'contact_stops|sealed',
)

export function sealException(keys: FieldKeys, sealId: string, reason: string): Buffer {
  return keys.seal(reason, placeOfException(sealId))
}

export function placeOfException(sealId: string): string {
  return `erasure_exceptions|sealed|${sealId}`
}
