import * as z from 'zod/mini'
import { sealedById } from '../../platform/keys/sealed-json.ts'

/** `name` and `paper` of an attorney or deputy. */
const SealedCapacitySchema = z.object({
  words: z.string(),
  name: z._default(z.nullable(z.string()), null),
  paper: z._default(z.nullable(z.string()), null),
})

export const {
  placeOf,
  seal: sealCapacity,
  open: openCapacity,
} = sealedById(SealedCapacitySchema, 'capacity_entries|sealed')
