import * as z from 'zod/mini'
import { DIAGNOSES } from '../../../domain/follow-up.ts'
import { CLOSE_REASONS, type CloseReason } from '../../../domain/office/loop-closing.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

const ClosingSchema = z.object({
  reason: z.enum(CLOSE_REASONS as [CloseReason, ...CloseReason[]]),
  note: z.nullable(z.string()),
  diagnosis: z.optional(z.enum(DIAGNOSES)),
})

/** Why a person closed a loop: encrypted, because it may say what a member has. */
export type Closing = z.infer<typeof ClosingSchema>

export function sealClosing(keys: FieldKeys, loopId: number, closing: Closing): Buffer {
  return sealJson(keys, closing, placeOfClosing(loopId))
}

export function openClosing(keys: FieldKeys, loopId: number, sealed: Buffer): Closing {
  return ClosingSchema.parse(openJson(keys, sealed, placeOfClosing(loopId)))
}

export function placeOfClosing(loopId: number): string {
  return `care_loops|closing|${loopId}`
}
