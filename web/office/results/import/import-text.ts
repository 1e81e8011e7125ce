import type { FileRefusal, NoNumberOutcome } from '../../../../domain/office/lab-rows.ts'
import type {
  ImportCounts,
  ImportRow,
  ResultImport,
} from '../../../../domain/office/result-import-schemas.ts'
import type { ImportState, RowReason, RowState } from '../../../../domain/office/result-states.ts'
import type { FieldError } from '../../../ui/error-summary.tsx'

export const STATE_WORDS: Record<
  ImportState,
  { label: string; tone: 'good' | 'none' | 'warn' | 'bad' }
> = {
  reading: { label: 'Being read', tone: 'none' },
  refused: { label: 'Refused', tone: 'bad' },
  'in review': { label: 'Open', tone: 'warn' },
  committing: { label: 'Being recorded', tone: 'none' },
  committed: { label: 'Recorded', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'none' },
}

export const ROW_STATE_LABELS: Record<RowState, string> = {
  matched: 'Matched',
  close: 'Close match',
  quarantined: 'Quarantined',
  conflict: 'Conflict',
  repeated: 'Already received',
  error: 'Not readable',
  asked: 'Asked again',
  discarded: 'Left out',
  committed: 'Recorded',
}

const REASONS: Record<RowReason | 'appointment_twice_in_file', string> = {
  no_code:
    'The row has no tube code or NHS number. The name and date of birth match one appointment. Please compare.',
  several_members: 'The row matches more than one appointment. Please compare.',
  nhs_number_unreadable:
    'The NHS number cannot be read. The date of birth fits, and so does the tube or the name. Please compare.',
  taken_back: 'A clinician withdrew this result before it was released. Please compare again.',
  decision_undone:
    'Somebody undid the decision about this row. It fits this appointment: please compare again.',
  match_changed:
    'This row fits an appointment now that it did not fit when the file was read: please compare.',
  tube_taken_back:
    'The sample of this tube was undone at the door, so it is not recorded automatically.',
  two_tubes:
    'The door recorded two samples at this appointment, and nobody has said whether both are theirs.',
  slip_differs:
    'At the door this tube did not have the number of the member’s slip, so it is not recorded automatically.',
  tube_unknown: 'None of our samples has this tube code.',
  member_erased:
    'The sample belongs to a member whose data has since been erased. Nothing is recorded or shown. A clinician must decide who needs to know.',
  not_sampled: 'We have no record of a sample from this appointment.',
  birth_date_differs: 'The date of birth does not match our record for this sample.',
  name_differs: 'The name does not match our record for this sample.',
  nhs_number_differs: 'The NHS number does not match our record for this sample.',
  sampled_on_another_day: 'The laboratory has a different date for this sample.',
  no_appointment: 'No appointment matches what the laboratory sent.',
  result_there_already:
    'There is already a result for this appointment, with a different laboratory number.',
  tube_twice_in_file: 'The file has this tube code with more than one laboratory number.',
  appointment_twice_in_file: 'The file has more than one laboratory number for this appointment.',
  other_content: 'We already have this laboratory number, with different details.',
  number_of_another: 'This laboratory number was recorded for another member before.',
  moved_to_another:
    'The laboratory corrects a report of another member. That report is withdrawn in a row of its own; this row is a new result.',
  withdraws_another:
    'The laboratory withdraws a report that was recorded for somebody else than this row names.',
  reported_for_another:
    'The laboratory has now reported this number for another member. Record this row to withdraw the report that was recorded here.',
  year_unknown:
    'We already have this laboratory number. The row has no sample date, so it may be from a different year.',
  nothing_to_correct: 'The laboratory is correcting or withdrawing a report we never received.',
  came_again: 'The laboratory was asked for it again. What it then sent has been recorded.',
  no_laboratory_number: 'The row has no laboratory number.',
  no_birth_date: 'The row has no date of birth.',
  date_unreadable:
    'We cannot read this date. The day must come first and the year must have four digits.',
  value_unreadable: 'This cannot be read as a result or number.',
  decimal_comma:
    'The result has a comma instead of a decimal point. It could mean two things, so we do not guess.',
  unit_unknown: 'This unit is not in the column map.',
  status_unknown: 'This status is not final, corrected or deleted, so the result is not final.',
  status_not_final:
    'The laboratory says that this is not the final result. Wait for the final one, or ask.',
  status_missing: 'Nothing says that this result is final.',
  status_disagrees: 'The order and its result have statuses that do not fit together.',
  several_values: 'There is more than one value where one belongs.',
  type_without_number: 'A value of this type is not a number.',
  laboratory_number_changed:
    'A spreadsheet has changed this laboratory number: its digits are lost. Ask for it as text.',
  birth_date_with_time:
    'This date of birth has a time of day or of another time zone, so the day is not certain.',
  order_without_result: 'The order has neither a result nor a reason why there is none.',
  row_cut: 'The row ends too early, so its last value may be cut off. Ask for the whole file.',
  rows_in_one_cell:
    'A quotation mark is not closed, so one cell of this row has swallowed the rows below it. They have not been read.',
  cell_without_header: 'The row has more than there are headers, so its cells may have moved.',
  test_unknown: 'This test is not in the column map, so it is not one of ours.',
  no_value: 'The row has no result, and does not say why.',
}

/** HL7 tables 0085 and 0123: what the statuses mean that are not final. */
const NOT_FINAL: Record<string, string> = {
  P: 'P stands for preliminary.',
  I: 'I stands for pending: the laboratory has the sample but no result yet.',
  R: 'R stands for entered, but not verified.',
  S: 'S stands for partial.',
  O: 'O stands for ordered only.',
  N: 'N stands for not asked.',
  U: 'U stands for final without the result being sent again: ask the laboratory for it.',
  A: 'A stands for some of the results.',
  Y: 'Y stands for no order of this test.',
  Z: 'Z stands for no record of this patient.',
}

/** As reasonWords, with what the status in the file means. */
export function errorText(reason: string, text: string): string {
  return [reasonText(reason), statusText(reason, text)].filter(Boolean).join(' ')
}

/** What a status means that is not final; null for another reason or status. */
export function statusText(reason: string | null, text: string): string | null {
  return reason === 'status_not_final' ? (NOT_FINAL[text.trim().toUpperCase()] ?? null) : null
}

/** Why a row is where it is, as a sentence; the code itself for one that this screen does not know. */
export function reasonText(reason: string): string {
  return Object.hasOwn(REASONS, reason) ? REASONS[reason as RowReason] : reason
}

const REFUSALS: Record<FileRefusal, { sentence: string; step: string }> = {
  not_readable: {
    sentence: 'The file cannot be read.',
    step: 'Ask the laboratory for it again, as CSV, Excel or HL7 (ORU^R01).',
  },
  encoding_unknown: {
    sentence: 'We cannot read the characters in this file.',
    step: 'Save it as ‘CSV UTF-8’, or send it as Excel.',
  },
  headers_unknown: {
    sentence: 'The file has columns that are not in the column map:',
    step: 'Check the laboratory’s column map, then upload the file again.',
  },
  columns_missing: {
    sentence: 'The file has no column for:',
    step: 'Check the laboratory’s column map, or ask the laboratory to add the column.',
  },
  too_many_rows: {
    sentence: 'The file has more than 20,000 rows:',
    step: 'Ask the laboratory to split it into smaller files.',
  },
  no_rows: { sentence: 'The file has no row with a result.', step: 'Choose another file.' },
  few_match: {
    sentence: 'Less than 70% of the rows match our samples.',
    step: 'Check that the file is from this laboratory and for our samples. Nothing has been saved.',
  },
  stopped: {
    sentence: 'We stopped reading the file before the end.',
    step: 'Upload the file again.',
  },
}

/** Of 'headers_unknown: Unit': why the file was refused, and what helps. */
export function refusalText(refusal: string): { sentence: string; step: string } {
  const [code = '', ...rest] = refusal.split(': ')
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code as FileRefusal] : null
  if (!known) return { sentence: refusal, step: '' }
  const detail = rest.join(': ')
  return {
    ...known,
    sentence: [known.sentence, detail && detailText(code, detail)].filter(Boolean).join(' '),
  }
}

function detailText(code: string, detail: string): string {
  if (code === 'few_match') return ''
  if (code === 'columns_missing')
    return `${detail
      .split(', ')
      .map((field) => field.replaceAll('_', ' '))
      .join(', ')}.`
  return detail.endsWith('.') ? detail : `${detail}.`
}

export const OUTCOME_WORDS: Record<NoNumberOutcome, string> = {
  haemolysed: 'No number: haemolysed',
  insufficient: 'No number: too little blood',
  unlabelled: 'No number: the tube had no label',
  leaked: 'No number: the tube leaked',
  too_old: 'No number: the sample was too old',
  wrong_tube: 'No number: the wrong kind of tube',
  lost: 'No number: lost',
  not_processed: 'No number: not processed',
}

/** What the laboratory found, as one text. */
export function foundText(written: NonNullable<ImportRow['written']>): string {
  const { value, unit, outcome, status } = written
  if (status === 'wrong_patient')
    return 'The laboratory has withdrawn its report: it was made for another person'
  if (status === 'deleted') return 'The laboratory withdraws its report'
  const known = outcome !== null && Object.hasOwn(OUTCOME_WORDS, outcome)
  if (known) return OUTCOME_WORDS[outcome as NoNumberOutcome]
  const shown = [value, unit].filter(Boolean).join(' ')
  return status === 'corrected' ? `${shown} (a correction)` : shown
}

export function openRows({ close, quarantined, conflicts }: ImportCounts): number {
  return close + quarantined + conflicts
}

/** What a press on the button does, before it is pressed. */
export function commitText(rows: ImportCounts): string {
  const { matched, errors, discarded } = rows
  const open = openRows(rows)
  const sentences = [
    `${countOf(matched, 'result goes', 'results go')} to review. Members see nothing until a clinician has released it.`,
    discarded > 0 && `${countOf(discarded, 'row is', 'rows are')} left out, as you decided.`,
    errors > 0 &&
      `${countOf(errors, 'row that cannot be read is', 'rows that cannot be read are')} not recorded: ask the laboratory for a corrected file.`,
    open > 0 &&
      `${countOf(open, 'row is still waiting', 'rows are still waiting')} for a decision. The file stays open until then.`,
    'Once recorded, results cannot be undone here.',
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What of a file is in no row, as one sentence; null before it was read. */
export function unreadText(unread: ResultImport['unread']): string {
  if (unread === null) return 'Parts that were not read: not counted for this file.'
  const sum = unread.reduce((total, { count }) => total + count, 0)
  const parts = unread.map(({ name, count }) => `${name}: ${count.toLocaleString('en-GB')}`)
  const detail = parts.length > 0 ? ` (${parts.join('; ')})` : ''
  return `Parts that were not read: ${sum.toLocaleString('en-GB')}${detail}. 0 is expected.`
}

/** '1 row', '2,400 rows'. */
export function countOf(n: number, one: string, many: string): string {
  return `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`
}

export const MOST_MEGABYTES = 10
export const FILE_KINDS = '.csv,.txt,.tsv,.xlsx,.hl7,.oru,text/csv'

export function checkFile(file: unknown): FieldError[] {
  if (!(file instanceof File) || file.size === 0)
    return [{ field: 'file', message: 'Choose a file that is not empty.' }]
  return file.size > MOST_MEGABYTES * 1024 * 1024 ? [tooLarge] : []
}

export const tooLarge: FieldError = {
  field: 'file',
  message: `The file is larger than ${MOST_MEGABYTES} MB. Ask the laboratory to split it into smaller files.`,
}
