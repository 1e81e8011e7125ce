// A person who comes without an appointment, as the tablet registers them.
import * as z from 'zod/mini'
import { OnBehalfConsentAnswersSchema } from './booking-schemas.ts'
import { consentHelpShape } from './consent-help.ts'
import { NewMemberSchema } from './member-schemas.ts'

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** How the consent was given: ticked on the tablet, or on paper. */
const WALK_IN_CHANNELS = ['tablet', 'paper'] as const

/**
 * `nhs_number` was typed twice. `taken_by` is the signed-in person unless given. `extra_place`: no
 * place was left, and one more is wanted. `payment`: 'due' by card on the site, by a payment link
 * with `send_link`, 'at_venue' is followed by an action of type `taking`, 'waived' needs a lead and
 * a reason.
 */
export const WalkInSchema = z.extend(
  z.omit(NewMemberSchema, { confirmed_new: true, reason: true }),
  {
    consent: z.object({
      channel: z.enum(WALK_IN_CHANNELS),
      taken_by: z.optional(text(120)),
      answers: OnBehalfConsentAnswersSchema,
      ...consentHelpShape,
    }),
    extra_place: z.boolean(),
    send_link: z.optional(z.boolean()),
    payment: z.enum(['due', 'waived', 'at_venue']),
    waiver_reason: z.nullish(text(500)),
  },
)
export type WalkIn = z.infer<typeof WalkInSchema>

/**
 * Somebody who came without an appointment and may not understand the test: a record and a clinician's
 * task, without consent, appointment or blood. `doubt` is why.
 */
export const DoubtedWalkInSchema = z.extend(
  z.omit(NewMemberSchema, { confirmed_new: true, reason: true }),
  { doubt: text(500).check(z.minLength(1)) },
)
export type DoubtedWalkIn = z.infer<typeof DoubtedWalkInSchema>

/** A registration that the site refused, without consent answers and NHS number. */
export const KeptRegistrationSchema = z.object({
  id: z.string(),
  code: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
})
export type KeptRegistration = z.infer<typeof KeptRegistrationSchema>
