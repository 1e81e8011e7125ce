// The calls of the check before an appointment.
import * as z from 'zod/mini'

export const PreparationAnswersSchema = z.object({
  infection: z.boolean(),
  catheter: z.boolean(),
  exercise: z.boolean(),
  ejaculation: z.boolean(),
})

const key = z.string().check(z.regex(/^[\w-]{22}$/))
export const PreparationKeySchema = z.object({ key })
export const PreparationAnsweredSchema = z.object({ key, answers: PreparationAnswersSchema })
export const PreparationMoveSchema = z.object({
  key,
  event_id: z.int(),
  date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  time: z.string().check(z.regex(/^\d{2}:\d{2}$/)),
})

/**
 * What the link shows: when and where, never an answer. `state` 'later': a later time can be chosen
 * among `later`; 'moved': it was, and the time is the new one; 'cancelled': by
 * this link; 'over': nothing can be done here.
 */
export const PreparationSchema = z.object({
  state: z.enum(['open', 'prepared', 'later', 'moved', 'cancelled', 'over']),
  first_name: z.string(),
  event_name: z.string(),
  place: z.string(),
  date: z.string(),
  time: z.string(),
  later: z.array(
    z.object({
      event_id: z.int(),
      event_name: z.string(),
      place: z.string(),
      date: z.string(),
      times: z.array(z.string()),
    }),
  ),
})
export type Preparation = z.infer<typeof PreparationSchema>
