import type { PreparationAnswers } from '../../../domain/preparation-check.ts'
import { PreparationAnswersSchema } from '../../../domain/preparation-shapes.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'
import { openJson, sealJson } from '../../platform/keys/sealed-json.ts'

/** Of an appointment at its time. */
export type AnswersOrigin = { appointmentId: number; startsAt: Date }

export function sealAnswers(
  fieldKeys: FieldKeys,
  origin: AnswersOrigin,
  answers: PreparationAnswers,
): Buffer {
  return sealJson(fieldKeys, answers, placeOf(origin))
}

export function openAnswers(
  fieldKeys: FieldKeys,
  row: AnswersOrigin & { sealed: Buffer },
): PreparationAnswers {
  return PreparationAnswersSchema.parse(openJson(fieldKeys, row.sealed, placeOf(row)))
}

/** For a row of the table as SQL names its columns. */
export function placeOfAnswersIn(row: Record<string, unknown>): string {
  const { appointment_id: id, starts_at: at } = row
  return placeOf({
    appointmentId: Number(id),
    startsAt: at instanceof Date ? at : new Date(String(at)),
  })
}

function placeOf({ appointmentId, startsAt }: AnswersOrigin): string {
  return `preparation_answers|sealed|${appointmentId}|${startsAt.toISOString()}`
}
