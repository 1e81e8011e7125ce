// What is sealed of a task.
import * as z from 'zod/mini'
import { LOOP_KINDS, PACES, STEP_ACTIONS } from '../../domain/office/care-loops.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../platform/keys/sealed-json.ts'

/** A row for results that lead to fewer tasks than others; never shown, due or counted. */
export const FILLER = 'filler'
/** One length for all, whatever was done about them. */
const LOOK_AGAIN_BYTES = 1_024

const moment = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)
const StepTakenSchema = z.object({
  kind: z.enum(LOOP_KINDS),
  action: z.enum(STEP_ACTIONS),
  outcome: z.enum(['done', 'no_way', 'late']),
  at: z.string(),
})
export type StepTaken = z.infer<typeof StepTakenSchema>

const SecretSchema = z.object({
  kind: z.enum([...LOOP_KINDS, FILLER]),
  pace: z.enum(PACES),
  urgency: z.int(),
  due: z.nullable(moment),
  /** The event that closed it; null while it is open, or when a person closed it. */
  because: z.nullable(z.string()),
  /** Of `look_again` alone; one that was sealed before has it in clear. */
  course: z.optional(
    z.object({
      openedAt: moment,
      nextStepAt: z.nullable(moment),
      isToRing: z.boolean(),
      calls: z.int(),
      lastCalledAt: z.nullable(moment),
      ringAt: z.nullable(moment),
      /** One that was sealed before has neither. */
      ringingBy: z.optional(z.nullable(z.int())),
      ringingSince: z.optional(z.nullable(moment)),
      steps: z.array(StepTakenSchema),
      /** What told the GP, of a task that waited for that before. */
      toldBy: z.optional(z.nullable(z.string())),
    }),
  ),
})
export type LoopSecret = z.infer<typeof SecretSchema>

export type Course = NonNullable<LoopSecret['course']>
export type Written = Omit<LoopSecret, 'due' | 'course'> & { due: Date | null; course?: Course }

export function sealSecret(keys: FieldKeys, sealId: string, secret: Written): Buffer {
  const bytes = secret.course ? LOOK_AGAIN_BYTES : undefined
  return sealJson(keys, secret, placeOf(sealId), bytes)
}

export function openSecret(keys: FieldKeys, sealId: string, sealed: Buffer): LoopSecret {
  return SecretSchema.parse(openJson(keys, sealed, placeOf(sealId)))
}

export function placeOf(sealId: string): string {
  return `care_loops|sealed|${sealId}`
}
