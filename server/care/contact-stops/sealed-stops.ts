import * as z from 'zod/mini'
import { StopDetailsSchema, StoppedItemSchema } from '../../../domain/office/contact-stops.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const SealedStopSchema = z.extend(StopDetailsSchema, { stopped: z.array(StoppedItemSchema) })
export type SealedStop = z.infer<typeof SealedStopSchema>

const SealedRevocationSchema = z.object({
  reason: z.string(),
  restarted: z.array(StoppedItemSchema),
})
export type SealedRevocation = z.infer<typeof SealedRevocationSchema>

type Sealed = { sealId: string; sealed: Buffer }

export function sealStop(
  keys: FieldKeys,
  sealId: string,
  content: SealedStop | SealedRevocation,
): Buffer {
  return sealJson(keys, content, placeOfStop(sealId))
}

export function openStop(keys: FieldKeys, row: Sealed): SealedStop {
  return SealedStopSchema.parse(openJson(keys, row.sealed, placeOfStop(row.sealId)))
}

export function openRevocation(keys: FieldKeys, row: Sealed): SealedRevocation {
  return SealedRevocationSchema.parse(openJson(keys, row.sealed, placeOfStop(row.sealId)))
}

export function sealException(keys: FieldKeys, sealId: string, reason: string): Buffer {
  return keys.seal(reason, placeOfException(sealId))
}

export function placeOfStop(sealId: string): string {
  return `contact_stops|sealed|${sealId}`
}

export function placeOfException(sealId: string): string {
  return `erasure_exceptions|sealed|${sealId}`
}
