// How the columns of a laboratory's file are read: kept for each laboratory, with
// versions; a header that the map does not name refuses the file.
import type { NoNumberOutcome } from './lab-rows.ts'

/** What a column holds; `ignored` is read by nobody. */
export const LAB_FIELDS = [
  'lab_number',
  'tube',
  'nhs_number',
  'first_name',
  'last_name',
  /** 'SURNAME, First'. */
  'full_name',
  'date_of_birth',
  'collected',
  'received',
  'reported',
  'test',
  'value',
  'unit',
  'range',
  'status',
  /** The laboratory's own mark, such as 'H'. */
  'flag',
  'comment',
  'ignored',
] as const
export type LabField = (typeof LAB_FIELDS)[number]

/** By the header as the file writes it, without surrounding spaces. */
export type ColumnMap = {
  format: 'table' | 'hl7'
  columns: Record<string, LabField>
  /** Tests that are results of ours, by the laboratory's name or code of them; others are errors. */
  tests: string[]
  /** The charity's unit by the laboratory's label: the numbers are equal. */
  units: Record<string, string>
  /** Why there is no number, by what this laboratory writes for it; maps saved earlier have none. */
  outcomes?: Record<string, NoNumberOutcome> | undefined
}
