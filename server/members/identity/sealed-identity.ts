import * as z from 'zod/mini'
import type { Identity } from '../../../domain/identity.ts'
import type { FieldKeys } from '../../platform/field-keys.ts'
import { openJson, sealJson } from '../../platform/sealed-json.ts'

const SealedSchema = z.partial(
  z.object({
    first_name: z.string(),
    last_name: z.string(),
    gender: z.string(),
    date_of_birth: z.string(),
    nhs_number: z.nullable(z.string()),
  }),
)

export function sealIdentity(keys: FieldKeys, userId: string, values: Partial<Identity>): Buffer {
  return sealJson(keys, values, placeOf(userId))
}

export function openIdentity(keys: FieldKeys, userId: string, sealed: Buffer): Partial<Identity> {
  const values = SealedSchema.parse(openJson(keys, sealed, placeOf(userId)))
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

export function placeOf(userId: string): string {
  return `identity_changes|values|${userId}`
}
