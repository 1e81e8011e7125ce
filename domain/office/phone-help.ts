// What a colleague sends again while a member is on the phone, only to the address of the account.
import * as z from 'zod/mini'

export const HELP_KINDS = ['sign_in_link', 'booking_email', 'consent_link'] as const

/** `appointment_id` of the booking email and of the consent link. */
export const PhoneHelpSchema = z.object({
  send: z.enum(HELP_KINDS),
  appointment_id: z.optional(z.int()),
})
export type PhoneHelp = z.infer<typeof PhoneHelpSchema>

/** The address that it went to. */
export const HelpSentSchema = z.object({ sent_to: z.string() })

/** A sign-up that waits for its confirmation; the answer is the same without one. */
export const ConfirmationAgainSchema = z.object({
  email: z.email().check(z.maxLength(254)),
})
