import * as z from 'zod/mini'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

/** `name` and `paper` of an attorney or deputy. */
const SealedCapacitySchema = z.object({
  words: z.string(),
  name: z._default(z.nullable(z.string()), null),
  paper: z._default(z.nullable(z.string()), null),
})
export type SealedCapacity = z.infer<typeof SealedCapacitySchema>

export function sealCapacity(
  keys: FieldKeys,
  sealId: string,
  content: z.input<typeof SealedCapacitySchema>,
): Buffer {
  return sealJson(keys, content, placeOf(sealId))
}

export function openCapacity(
  keys: FieldKeys,
  row: { sealId: string; sealed: Buffer },
): SealedCapacity {
  return SealedCapacitySchema.parse(openJson(keys, row.sealed, placeOf(row.sealId)))
}

export function placeOf(sealId: string): string {
  return `capacity_entries|sealed|${sealId}`
}
