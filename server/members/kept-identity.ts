import * as z from 'zod/mini'
import { sealedValue } from '../platform/keys/sealed-json.ts'

const SealedSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  latin_first_name: z.optional(z.nullable(z.string())),
  latin_last_name: z.optional(z.nullable(z.string())),
  gender: z.string(),
  date_of_birth: z.string(),
  nhs_number: z.nullable(z.string()),
})

/** Whose the health records of an erased member are. */
export const {
  placeOf,
  seal: sealKeptIdentity,
  open: openKeptIdentity,
} = sealedValue(
  SealedSchema,
  ({ memberId }: { memberId: number }) => `kept_identities|values|${memberId}`,
)
