// The states of an imported file, of its rows, and of what a laboratory found.

/**
 * `in review` while a person decides, `committing` from the first batch of rows to the last; a
 * refused or cancelled file is never committed.
 */
export const IMPORT_STATES = [
  'reading',
  'refused',
  'in review',
  'committing',
  'committed',
  'cancelled',
] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Whether rows may be decided and committed, also when a commit was stopped. */
export function isOpenImport(state: ImportState): boolean {
  return state === 'in review' || state === 'committing'
}

/**
 * Each row ends as repeated, discarded or committed; `asked` waits until the laboratory has sent it
 * again.
 */
export const ROW_STATES = [
  'matched',
  'close',
  'quarantined',
  'conflict',
  'repeated',
  'error',
  'asked',
  'discarded',
  'committed',
] as const
export type RowState = (typeof ROW_STATES)[number]

/** Rows that wait for a person, or for the laboratory. */
export const OPEN_ROWS: RowState[] = ['close', 'quarantined', 'conflict', 'error', 'asked']

export const ROW_REASONS = [
  /** Close: a person decides among appointments. */
  'no_code',
  'several_members',
  'nhs_number_unreadable',
  'taken_back',
  'decision_undone',
  'match_changed',
  /** Quarantined: what the laboratory wrote disagrees with what is known. */
  'tube_unknown',
  'tube_taken_back',
  'two_tubes',
  /** The number on the member's slip was another's, or the tube's was on the slip of somebody else. */
  'slip_differs',
  /** The sample is of a member whose record was erased: nothing of it is recorded. */
  'member_erased',
  'not_sampled',
  'birth_date_differs',
  'name_differs',
  'nhs_number_differs',
  'sampled_on_another_day',
  'no_appointment',
  'result_there_already',
  'tube_twice_in_file',
  'appointment_twice_in_file',
  /** Conflict: the same number of the laboratory with another content, or for another member. */
  'other_content',
  'number_of_another',
  'moved_to_another',
  'withdraws_another',
  'reported_for_another',
  'year_unknown',
  'nothing_to_correct',
  /** Asked for again, and recorded since. */
  'came_again',
  /** Errors of reading. */
  'no_laboratory_number',
  'no_birth_date',
  'date_unreadable',
  'value_unreadable',
  'decimal_comma',
  'unit_unknown',
  'status_unknown',
  /** Preliminary, pending, not verified or without a result: HL7 tables 0085 and 0123. */
  'status_not_final',
  'status_missing',
  /** Of the order and of its result. */
  'status_disagrees',
  'several_values',
  /** The type of the value cannot hold a number. */
  'type_without_number',
  /** Shortened or turned into a date by a spreadsheet. */
  'laboratory_number_changed',
  'birth_date_with_time',
  'order_without_result',
  'cell_without_header',
  'rows_in_one_cell',
  'row_cut',
  'test_unknown',
  'no_value',
] as const
export type RowReason = (typeof ROW_REASONS)[number]

/** Reported by a laboratory, and neither released nor discarded. */
export const UNRELEASED_STATES = ['review', 'second', 'ready', 'ring first'] as const

/**
 * `second` waits for another clinician; `ring first` for a telephone call before the release;
 * `ready` may be released.
 */
export const LAB_RESULT_STATES = [...UNRELEASED_STATES, 'released', 'discarded'] as const
export type LabResultState = (typeof LAB_RESULT_STATES)[number]

/** What a copy of the database may tell: a second review or a call would say that it is red. */
export function clearStateOf(state: LabResultState): LabResultState {
  if (state === 'second') return 'review'
  return state === 'ring first' ? 'ready' : state
}

export const REVIEW_KINDS = [
  'first',
  'second',
  'sent back',
  'rung',
  'released',
  'discarded',
  /** What becomes of a result whose consent was withdrawn. */
  'chosen',
  /** It stands although its sample was undone, or two stand. */
  'stands',
  /** Taking back what was released: one asks, another confirms. */
  'take back asked',
  'take back dropped',
  'taken back',
] as const
export type ReviewKind = (typeof REVIEW_KINDS)[number]

/** A file of at least this many rows is refused whole when fewer match than this share. */
export const LOW_MATCH = { rows: 10, share: 0.7 }
export const MAX_ROWS = 20_000
export const FILE_DAYS = 30
