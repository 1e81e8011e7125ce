import * as z from 'zod/mini'
import type { Identity } from '../../../domain/identity.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const SealedSchema = z.partial(
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    latin_first_name: z.optional(z.nullable(z.string())),
    latin_last_name: z.optional(z.nullable(z.string())),
    gender: z.string(),
    date_of_birth: z.string(),
    nhs_number: z.nullable(z.string()),
  }),
)

export function sealIdentity(keys: FieldKeys, sealId: string, values: Partial<Identity>): Buffer {
  return sealJson(keys, values, placeOf(sealId))
}

export function openIdentity(keys: FieldKeys, sealId: string, sealed: Buffer): Partial<Identity> {
  const values = SealedSchema.parse(openJson(keys, sealed, placeOf(sealId)))
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

export function placeOf(sealId: string): string {
  return `identity_changes|values|${sealId}`
}
