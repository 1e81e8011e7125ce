import { PreparationAnswersSchema } from '../../../domain/preparation-schemas.ts'
import { sealedValue } from '../../platform/keys/sealed-json.ts'

/** Of an appointment at its time. */
type AnswersOrigin = { appointmentId: number; startsAt: Date }

export const {
  placeOf,
  seal: sealAnswers,
  open: openAnswers,
} = sealedValue(
  PreparationAnswersSchema,
  ({ appointmentId, startsAt }: AnswersOrigin) =>
    `preparation_answers|sealed|${appointmentId}|${startsAt.toISOString()}`,
)

/** For a row of the table as SQL names its columns. */
export function placeOfAnswersIn(row: Record<string, unknown>): string {
  const { appointment_id: id, starts_at: at } = row
  return placeOf({
    appointmentId: Number(id),
    startsAt: at instanceof Date ? at : new Date(String(at)),
  })
}
