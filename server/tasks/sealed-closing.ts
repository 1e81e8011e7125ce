import * as z from 'zod/mini'
import { DIAGNOSES } from '../../domain/follow-up.ts'
import { CLOSE_REASONS, type CloseReason } from '../../domain/office/loop-closing.ts'
import { sealedValue } from '../platform/keys/sealed-json.ts'

const ClosingSchema = z.object({
  reason: z.enum(CLOSE_REASONS as [CloseReason, ...CloseReason[]]),
  note: z.nullable(z.string()),
  diagnosis: z.optional(z.enum(DIAGNOSES)),
})

/** Why a person closed a loop: encrypted, because it may say what a member has. */
export type Closing = z.infer<typeof ClosingSchema>

export const {
  placeOf: placeOfClosing,
  seal: sealClosing,
  open: openClosing,
} = sealedValue(ClosingSchema, ({ id }: { id: number }) => `care_loops|closing|${id}`)
