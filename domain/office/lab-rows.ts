// A row of a laboratory's file as read, before anybody is looked for.
import type { RowReason } from './result-states.ts'

/** Outcomes without a number; each gives the member a free repeat. */
export const NO_NUMBER_OUTCOMES = [
  'haemolysed',
  'insufficient',
  'unlabelled',
  'leaked',
  'too_old',
  'wrong_tube',
  'lost',
  'not_processed',
] as const
export type NoNumberOutcome = (typeof NO_NUMBER_OUTCOMES)[number]

/**
 * `row` is the number that the spreadsheet shows. Dates 'YYYY-MM-DD' of London; `collected` and
 * `received` ISO 8601 with a time where the file has one. `value` keeps its operator ('<0.01') and
 * its digits; null with an outcome or when deleted.
 */
export type LabRow = {
  row: number
  lab_number: string
  tube: string | null
  nhs_number: string | null
  first_name: string
  last_name: string
  date_of_birth: string
  collected: string | null
  received: string | null
  reported: string | null
  test: string
  value: string | null
  unit: string | null
  range: string | null
  outcome: NoNumberOutcome | null
  comment: string | null
  status: 'final' | 'corrected' | 'deleted'
}

/** What could not be read; `column` as the file writes it, `text` as it stands there. */
export type LabRowError = { row: number; reason: RowReason; column: string | null; text: string }

/** `refusal` refuses the file whole. */
export type LabFile =
  | { rows: LabRow[]; errors: LabRowError[]; refusal: null }
  | { rows: []; errors: []; refusal: FileRefusal; detail: string }

export type FileRefusal =
  | 'not_readable'
  | 'encoding_unknown'
  | 'headers_unknown'
  | 'columns_missing'
  | 'too_many_rows'
  | 'no_rows'
  | 'few_match'
  /** The server ended meanwhile. */
  | 'stopped'

export function refusedFile(refusal: FileRefusal, detail: string): LabFile {
  return { rows: [], errors: [], refusal, detail }
}
