import * as z from 'zod/mini'
import type { Identity } from '../../../domain/identity.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { sealedById } from '../../platform/keys/sealed-json.ts'

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

const identityValues = sealedById(SealedSchema, 'identity_changes|values')
export const { placeOf, seal: sealIdentity } = identityValues

export function openIdentity(keys: FieldKeys, sealId: string, sealed: Buffer): Partial<Identity> {
  const values = identityValues.open(keys, { sealId, sealed })
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}
