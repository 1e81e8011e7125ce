// The surgeries to which letters with results go, where the member agreed.
import * as z from 'zod/mini'
import { MAX_ADDRESS_LINES } from '../postal-address.ts'
import { PersonStateSchema } from './person-state.ts'

/** As the consent form asks for it. */
export type NamedSurgery = { name: string; town: string; email: string | null }

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

/** An address that a letter reaches. */
const SurgerySchema = z.object({
  name: line(120),
  address_lines: z.array(line(120)).check(z.minLength(1), z.maxLength(MAX_ADDRESS_LINES)),
  town: z.nullable(z.string().check(z.trim(), z.maxLength(80))),
  postcode: line(10),
})
export type Surgery = z.infer<typeof SurgerySchema>

/**
 * `named` in the consent, null for one without a surgery; `entered` the address on the letter;
 * `suggested` one that was entered for another letter to a surgery of the same name and town.
 */
export const LetterSurgerySchema = z.object({
  letter_id: z.int(),
  member_id: z.int(),
  member: z.string(),
  person: PersonStateSchema,
  named: z.nullable(
    z.object({ name: z.string(), town: z.string(), email: z.nullable(z.string()) }),
  ),
  entered: z.nullable(SurgerySchema),
  suggested: z.nullable(SurgerySchema),
})
export type LetterSurgery = z.infer<typeof LetterSurgerySchema>

/** `before` is the address that the form began with. */
export const SurgeryChangeSchema = z.object({
  surgery: SurgerySchema,
  before: z.nullable(SurgerySchema),
})
export type SurgeryChange = z.infer<typeof SurgeryChangeSchema>
