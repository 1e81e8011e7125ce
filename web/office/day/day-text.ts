import type { MoneyWarning } from '../../../domain/money-schemas.ts'
import type { NOT_SAMPLED_REASONS } from '../../../domain/office/attendance.ts'
import type { AttendanceState } from '../../../domain/office/attendance-states.ts'
import type { DayTab } from '../../../domain/office/day-people.ts'
import type { Line } from './day-line.ts'
import type { Problem } from './day-session.ts'
import { WALK_IN_NEXT, WALK_IN_PROBLEMS } from './walk-in/problem-text.ts'

export const TAB_WORDS: Record<DayTab, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  done: 'Done',
  all: 'All',
}

export const STATE_WORDS: Record<AttendanceState, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  sampled: 'Sample taken',
  not_sampled: 'No sample',
  did_not_attend: 'Did not attend',
}

/** What the door must know before it asks for money. */
export const MONEY_WARNING_WORDS: Record<MoneyWarning, string> = {
  'under review': 'PayPal is checking a card payment. Do not ask them to pay now.',
  disputed: 'Their card payment is in dispute. Do not ask them to pay. The treasurer will decide.',
  reversed:
    'PayPal has reversed their card payment. Call the office first. The treasurer will decide.',
}

export const REASON_WORDS: Record<(typeof NOT_SAMPLED_REASONS)[number], string> = {
  declined: 'Changed their mind',
  unwell: 'Felt unwell',
  could_not_draw: 'No blood could be drawn',
  not_eligible: 'Cannot be tested today',
  no_consent: 'No consent',
  other: 'Another reason',
}

const PROBLEM_WORDS: Record<string, string> = {
  cancelled_meanwhile: 'cancelled this appointment before arriving',
  already_arrived: 'was checked in twice',
  already_sampled: 'has two samples',
  sampled_in_doubt:
    'has a sample although somebody doubted that they understand the test: a clinician has been told',
  slip_differs: 'has a tube that does not match the slip: a clinician will check it first',
  sampled_before: 'was recorded without a sample after one was taken',
  day_closed: 'was recorded after the day was closed',
  undone_before: 'was undone twice',
  clock_wrong: 'was recorded at a time that cannot be right: a tablet’s clock is wrong',
  number_used: 'was recorded with a number this tablet has already used',
  label_not_of_day: 'has a tube whose label was printed for another day, or by nobody',
  id_taken: 'has nothing recorded: another action had the same ID',
  not_of_this_event: 'is not booked for this event; nothing was recorded',
  tube_misread: 'has no sample recorded: the tube code could not be read',
  tube_taken: 'has no sample recorded: the tube belongs to somebody else',
  too_many_tubes: 'has no sample recorded: they already have three tubes',
  too_many_samples: 'has no sample recorded: one person can record only 100 samples an hour',
  reason_needed: 'has nothing recorded: the reason was missing',
  nothing_to_undo: 'had nothing to undo',
  undo_unclear: 'has nothing undone: there are two samples, and the undo did not say which',
  samples_changed: 'has nothing confirmed: the samples have changed since',
  lead_needed: 'has nothing recorded: only the day lead can do this',
  ...WALK_IN_PROBLEMS,
}

/** After a name. */
export function problemText(code: string): string {
  return PROBLEM_WORDS[code] ?? 'needs checking'
}

const NEXT_STEPS: Record<string, string> = {
  cancelled_meanwhile:
    'This has been recorded. Ask if they want the test, and tell the office, who will correct the appointment.',
  already_arrived:
    'Nothing is lost. If it was somebody else, find them in the list and check them in.',
  already_sampled:
    'Check which tubes are in the box. Undo the one that is not theirs. If both are theirs, the day lead must confirm it.',
  sampled_in_doubt: 'Keep the tube apart from the others, and call the clinician now.',
  slip_differs:
    'Keep the tube apart. Look at the slips of the people who sat beside them, and find out whose blood it is. Undo what is wrong: the slip, or the sample.',
  sampled_before:
    'Ask the person who took the blood. If there is no sample, undo it. If there is one, you do not need to do anything.',
  day_closed: 'This has been recorded. Check that it happened on this day.',
  undone_before: 'You do not need to do anything: it was undone only once.',
  not_of_this_event:
    'Ask where and when they are booked. If it is not here, register them as a walk-in.',
  tube_misread: 'Check the tube again, and record the sample with the code on it.',
  tube_taken:
    'Compare both people’s tubes. Put a new label on the one without an owner, and record that sample again. If the tube belongs to this member, undo it for the other. The day lead can then give it to this one.',
  too_many_tubes:
    'Ask the day lead to undo a tube that is not theirs and give a reason. Then record the sample again.',
  too_many_samples: 'Let somebody else record it, and tell the office.',
  reason_needed: 'Record it again and give a reason.',
  undo_unclear: 'Undo the one that is not theirs, by its tube.',
  samples_changed:
    'Check the tubes again. Undo the one that is not theirs, or confirm that they all are.',
  lead_needed: 'Ask the day lead to do it.',
  nothing_to_undo: 'Check their entry in the list. If it is right, you do not need to do anything.',
  clock_wrong:
    'Correct the clock on that tablet. If the time matters, undo the action and record it again.',
  number_used:
    'Check their entry and ask who recorded it. Two browsers may be open on one tablet: use only one.',
  label_not_of_day:
    'Check the label on the tube. If you can, undo it and record it again with a label printed for this day.',
  id_taken: 'Check their entry and record whatever is missing.',
  ...WALK_IN_NEXT,
}

/** What a person does about it. */
export function nextStepText(code: string): string {
  return NEXT_STEPS[code] ?? 'Check their entry. If you are not sure, call the office.'
}

export function pressesWait(waiting: number): string {
  return waiting === 1 ? '1 action waiting' : `${waiting} actions waiting`
}

export function lineText(line: Line, waiting: number): string {
  const waits = pressesWait(waiting)
  if (line === 'connected') return waiting === 0 ? 'Everything has been sent' : `Sending: ${waits}`
  if (line === 'signed out') return waiting === 0 ? 'Signed out' : `Signed out: ${waits} to send`
  if (line === 'not permitted')
    return waiting === 0 ? 'You cannot open this day' : `You cannot open this day: ${waits} to send`
  return waiting === 0
    ? 'No connection. Nothing is waiting to be sent.'
    : `No connection: ${waits} to send`
}

export const TROUBLE_WORDS: Record<Problem, string> = {
  'not kept': 'The tablet could not save this. Write it on paper.',
  'no storage':
    'This browser cannot save anything on the tablet. This happens in a private window or when the tablet is full. Open the day in an ordinary window, or free up some space, and load it again. Until then, write everything on paper.',
  unreadable:
    'The site cannot read something recorded on this tablet. It is still on the tablet. Write down the last thing you recorded, and tell the office.',
}
