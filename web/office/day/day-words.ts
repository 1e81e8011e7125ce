import type { MoneyWarning } from '../../../domain/money-shapes.ts'
import type { NOT_SAMPLED_REASONS } from '../../../domain/office/attendance.ts'
import type { AttendanceState } from '../../../domain/office/attendance-states.ts'
import type { DayTab } from '../../../domain/office/day-people.ts'
import type { Line } from './day-line.ts'
import type { Problem } from './day-session.ts'
import { WALK_IN_NEXT, WALK_IN_PROBLEMS } from './walk-in/problem-words.ts'

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
  'under review': 'A card payment is being checked by PayPal: ask for no money for it now.',
  disputed: 'Their card payment is disputed: ask for no money, the treasurer decides.',
  reversed: 'PayPal took their card payment back: the treasurer decides, ring the office first.',
}

export const REASON_WORDS: Record<(typeof NOT_SAMPLED_REASONS)[number], string> = {
  declined: 'Changed their mind',
  unwell: 'Felt unwell',
  could_not_draw: 'No blood could be drawn',
  not_eligible: 'May not be tested today',
  no_consent: 'No consent',
  other: 'Another reason',
}

const PROBLEM_WORDS: Record<string, string> = {
  cancelled_meanwhile: 'cancelled this appointment before they came',
  already_arrived: 'was checked in twice',
  already_sampled: 'has two samples',
  sampled_in_doubt:
    'has a sample although somebody doubted that they understand the test: a clinician is told',
  slip_differs:
    'has a tube that is not the one of the slip: a clinician looks before anything of it goes on',
  sampled_before: 'was recorded without a sample after one was taken',
  day_closed: 'was recorded after the day was closed',
  undone_before: 'was undone twice',
  clock_wrong: 'was recorded at a time that cannot be right: the clock of a tablet is wrong',
  number_used: 'was recorded with a number that this tablet had used before',
  label_not_of_day: 'has a tube whose label was printed for another day, or by nobody',
  id_taken: 'has nothing recorded: another press had the same id',
  not_of_this_event: 'is not of this event; nothing was recorded',
  tube_misread: 'has no sample recorded: the code of the tube could not be read',
  tube_taken: 'has no sample recorded: the tube belongs to somebody else',
  too_many_tubes: 'had no sample recorded: three tubes of theirs are recorded already',
  too_many_samples: 'had no sample recorded: one person can record only 100 samples an hour',
  reason_needed: 'has nothing recorded: the reason was missing',
  nothing_to_undo: 'had nothing to undo',
  undo_unclear: 'has nothing undone: there are two samples, and the undo did not say which',
  samples_changed: 'has nothing declared: the samples were not those that stand now',
  lead_needed: 'has nothing recorded: only the person who leads the day may do this',
  ...WALK_IN_PROBLEMS,
}

/** After a name. */
export function problemWords(code: string): string {
  return PROBLEM_WORDS[code] ?? 'needs a look'
}

const NEXT_STEPS: Record<string, string> = {
  cancelled_meanwhile:
    'It is recorded. Ask whether they want the test, and tell the office, which puts the appointment right.',
  already_arrived:
    'Nothing is lost. If it was somebody else, look for them in the list and check them in.',
  already_sampled:
    'Look which tubes are in the box. Undo the one that is not theirs; if both are, the person who leads the day says so.',
  sampled_in_doubt: 'Keep the tube apart from the others, and ring the clinician now.',
  slip_differs:
    'Keep the tube apart. Look at the slips of those who sat beside them, and find out whose blood it is. Undo what is wrong: the slip, or the sample.',
  sampled_before:
    'Ask who drew the blood. If there is no sample, undo the sample; else there is nothing to do.',
  day_closed: 'It is recorded. Make sure that it happened on this day.',
  undone_before: 'Nothing to do: it was undone once.',
  not_of_this_event:
    'Ask where and when they are booked. If it is not here, register them as a walk-in.',
  tube_misread: 'Look at the tube again, and record the sample with the code that is on it.',
  tube_taken:
    'Compare the tubes of both. Put a new label on the one without an owner, and record that sample again. If the tube is of this member, undo it for the other; the person who leads the day then gives it to this one.',
  too_many_tubes:
    'Ask the day lead to undo a tube that is not theirs, with a reason, and record the sample again.',
  too_many_samples: 'Let somebody else record it, and tell the office.',
  reason_needed: 'Record it again, with a reason.',
  undo_unclear: 'Undo the one that is not theirs, by its tube.',
  samples_changed:
    'Look at the tubes again, and undo the one that is not theirs or say that all are.',
  lead_needed: 'Ask the person who leads the day to do it.',
  nothing_to_undo: 'Look at their row. If it is right, there is nothing to do.',
  clock_wrong:
    'Set the clock of that tablet right. If the time matters, undo it and record it again.',
  number_used:
    'Look at their row and ask who pressed it. Two browsers may share one tablet: use one.',
  label_not_of_day:
    'Look at the label of the tube. If you can, undo it and record it again with a label of this day.',
  id_taken: 'Look at their row, and record again what is missing.',
  ...WALK_IN_NEXT,
}

/** What a person does about it. */
export function nextStepWords(code: string): string {
  return NEXT_STEPS[code] ?? 'Look at their row. If you are not sure, ring the office.'
}

export function pressesWait(waiting: number): string {
  return waiting === 1 ? '1 press waits' : `${waiting} presses wait`
}

export function lineWords(line: Line, waiting: number): string {
  const waits = pressesWait(waiting)
  if (line === 'connected') return waiting === 0 ? 'Everything is sent' : `Sending: ${waits}`
  if (line === 'signed out') return waiting === 0 ? 'Signed out' : `Signed out: ${waits} to be sent`
  if (line === 'not permitted')
    return waiting === 0 ? 'Not open for you' : `Not open for you: ${waits} to be sent`
  return waiting === 0
    ? 'No network. Nothing is waiting to be sent.'
    : `No network: ${waits} to be sent`
}

export const TROUBLE_WORDS: Record<Problem, string> = {
  'not kept': 'The tablet could not keep this. Please write it on paper.',
  'no storage':
    'This browser keeps nothing on the tablet. That happens in a private window, and when the tablet is full. Open the day in an ordinary window, or make room, and load it again. Until then write everything on paper.',
  unreadable:
    'The site cannot read one of the presses of this tablet. It stays on the tablet. Please write on paper what you pressed last, and tell the office.',
}
