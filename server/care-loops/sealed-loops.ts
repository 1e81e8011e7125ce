// What kind of task a result leads to tells its band: it is encrypted, and so is how soon it is.
import * as z from 'zod/mini'
import { LOOP_KINDS, type LoopKind, PACES } from '../../domain/office/care-loops.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { openJson, sealJson } from '../platform/sealed-json.ts'

const SecretSchema = z.object({
  kind: z.enum(LOOP_KINDS),
  pace: z.enum(PACES),
  urgency: z.int(),
  /** The event that closed it; null while it is open, or when a person closed it. */
  because: z.nullable(z.string()),
})
export type LoopSecret = z.infer<typeof SecretSchema>

export function sealSecret(keys: FieldKeys, sealId: string, secret: LoopSecret): Buffer {
  return sealJson(keys, secret, placeOf(sealId))
}

export function openSecret(keys: FieldKeys, sealId: string, sealed: Buffer): LoopSecret {
  return SecretSchema.parse(openJson(keys, sealed, placeOf(sealId)))
}

/** Equal for tasks of one kind about one result alone, so that it tells neither. */
export function indexOfKind(keys: FieldKeys, of: { kind: LoopKind; resultId: number }): Buffer {
  return keys.blindIndex(`${of.kind}|${of.resultId}`, 'care_loops.kind_index')
}

export function placeOf(sealId: string): string {
  return `care_loops|sealed|${sealId}`
}
