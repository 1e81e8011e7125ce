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

/** `wrong_patient` withdraws a report as `deleted` does: it was made for another person. */
export const REPORT_STATUSES = ['final', 'corrected', 'deleted', 'wrong_patient'] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/** Whether the laboratory takes back what it reported under this number. */
export function withdrawsReport(status: ReportStatus): boolean {
  return status === 'deleted' || status === 'wrong_patient'
}

/**
 * `row` is the number that the spreadsheet shows. Dates 'YYYY-MM-DD' of London; `collected` and
 * `received` ISO 8601 with a time where the file has one. `value` keeps its operator ('<0.01') and
 * its digits; null with an outcome or when withdrawn. `flag` is the laboratory's own mark, such as
 * 'H'. `nhs_unreadable` is what stands in the place of the NHS number and is none; `nhs_number` is
 * null then. Rows stored before these two were read do not have them.
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
  status: ReportStatus
  flag?: string | null | undefined
  nhs_unreadable?: string | null | undefined
}

/**
 * What of a row in error can be shown: names, numbers and comments as in a LabRow, dates null where
 * they cannot be read, and `value`, `unit` and `status` as the file writes them.
 */
export type RestOfRow = {
  [Field in Exclude<keyof LabRow, 'row' | 'outcome' | 'nhs_unreadable'>]: string | null
}

/** What could not be read; `column` as the file writes it, `text` as it stands there. */
export type LabRowError = {
  row: number
  reason: RowReason
  column: string | null
  text: string
  rest?: RestOfRow
}

/** Parts of a file that are in no row and no error, such as 2 segments 'ZDS'. */
export type UnreadPart = { name: string; count: number }

/** `refusal` refuses the file whole. */
export type LabFile =
  | { rows: LabRow[]; errors: LabRowError[]; unread: UnreadPart[]; refusal: null }
  | { rows: []; errors: []; unread: []; refusal: FileRefusal; detail: string }

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
  return { rows: [], errors: [], unread: [], refusal, detail }
}
