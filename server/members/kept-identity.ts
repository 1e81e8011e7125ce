import * as z from 'zod/mini'
import type { Identity } from '../../domain/identity.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'

const SealedSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  latin_first_name: z.optional(z.nullable(z.string())),
  latin_last_name: z.optional(z.nullable(z.string())),
  gender: z.string(),
  date_of_birth: z.string(),
  nhs_number: z.nullable(z.string()),
})

export function sealKeptIdentity(keys: FieldKeys, memberId: number, identity: Identity): Buffer {
  return sealJson(keys, identity, placeOf(memberId))
}

/** Whose the health records of an erased member are. Throws for another member's bytes. */
export function openKeptIdentity(keys: FieldKeys, memberId: number, sealed: Buffer): Identity {
  return SealedSchema.parse(openJson(keys, sealed, placeOf(memberId)))
}

export function placeOf(memberId: number): string {
  return `kept_identities|values|${memberId}`
}
