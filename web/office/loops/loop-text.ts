import type { Diagnosis, FollowUpRound } from '../../../domain/follow-up.ts'
import type { FollowUpAnswer } from '../../../domain/follow-up-schemas.ts'
import type { CallOutcome } from '../../../domain/office/calls.ts'
import type { LoopKind } from '../../../domain/office/care-loops.ts'
import type { CloseReason } from '../../../domain/office/loop-closing.ts'
import type { ClosedLoop, Loop, SheetStage } from '../../../domain/office/loop-schemas.ts'
import type { EventCall } from '../../../domain/office/told.ts'
import { longDate, momentInWords, ukDate, ukTime } from '../../../domain/uk-time.ts'

type Texts = { title: string; todo: string }

export const LOOP_WORDS: Record<LoopKind, Texts> = {
  booked_to_attended: {
    title: 'Attendance not recorded',
    todo: 'We do not know if this person came. Ask the day lead, record it on the door screen, and close the day.',
  },
  sample_to_lab: {
    title: 'Sample on its way',
    todo: 'Ask the laboratory if it has this sample. Blood that is not spun within 16 hours may give a wrong result.',
  },
  lab_to_result: {
    title: 'Result awaited',
    todo: 'Call the laboratory and ask for the result. If there is none, ask what happened to the sample.',
  },
  result_to_review: { title: 'Review', todo: 'A result is waiting for a clinician to review it.' },
  second_review: {
    title: 'Second review',
    todo: 'A result is waiting for a second clinician, who must decide today.',
  },
  review_to_release: {
    title: 'Release',
    todo: 'A reviewed result is waiting to be released, or for the call that comes first.',
  },
  released_to_read: {
    title: 'Result not read',
    todo: 'The result has been released but the member has not opened it. Call and tell them, or send the letter.',
  },
  repeat_test: {
    title: 'Test again',
    todo: 'Another sample is due. Call, explain why it is worth coming again, and offer the nearest event.',
  },
  gp_told: {
    title: 'GP',
    todo: 'Make sure that the GP knows about the result. Call the member or the surgery, and ask when the appointment is.',
  },
  gp_outcome: {
    title: 'Outcome',
    todo: 'Ask what happened after the GP appointment. There is no wrong answer, and they do not have to answer.',
  },
  recall: {
    title: 'Next test',
    todo: 'The next test was due a while ago. Call and offer the nearest event.',
  },
  sample_undone: {
    title: 'Sample undone',
    todo: 'The sample of this result was undone at the venue. Read the reason there, find out whose blood it is, and withdraw or keep the result.',
  },
  two_tubes: {
    title: 'Two tubes',
    todo: 'Two samples are recorded for this appointment. Find out which tube is whose, and undo the other.',
  },
  tell_laboratory: {
    title: 'Call the laboratory',
    todo: 'A form that the laboratory already has lists a tube that was undone later. Call the laboratory and send the new form.',
  },
  not_sampled: {
    title: 'No blood was taken',
    todo: 'Call, ask how they are, and offer another appointment free of charge.',
  },
  consent_withdrawn: {
    title: 'Consent withdrawn',
    todo: 'Consent was withdrawn after the blood was taken. Decide what to do with the result: tell the member, tell only the GP, or destroy it.',
  },
  result_of_the_dead: {
    title: 'Result of a member who has died',
    todo: 'Nothing is sent. Decide whether the family or the GP should know, and tell them only if they ask or if it matters for them.',
  },
  no_way_to_tell: {
    title: 'No way to tell the member',
    todo: 'The result has been released, but we have no way to send it. Find one: call, ask the office for an address, or tell them in person. Until then we cannot be sure that they know.',
  },
  parted_result: {
    title: 'Result that another member could read',
    todo: 'Two records were merged, then separated because they belong to two people. Until then one member could read this result of the other. Find out whose blood it was, tell both members, and if the result is on the wrong record, withdraw it.',
  },
  not_told: {
    title: 'Call about an event',
    todo: 'We could not send this person a message about an event. Call them and say what it said.',
  },
  unpaid: {
    title: 'Call about a payment',
    todo: 'The appointment is not paid, and no payment link reaches this person. Call them and agree how they will pay.',
  },
  place_offered: {
    title: 'Call about a free place',
    todo: 'We are holding a place for this person from the waiting list, and they have no email address. Call them before the place goes to the next person.',
  },
  did_not_attend: {
    title: 'Did not attend',
    todo: 'This person had an appointment and did not come. Call, ask how they are, and offer another appointment.',
  },
  take_back: {
    title: 'Withdrawing a result',
    todo: 'A clinician has asked to withdraw a released result. Another clinician must read why and approve it. Until then the member sees it as before.',
  },
  capacity_doubt: {
    title: 'Do they understand the test?',
    todo: 'Somebody doubts that the member understands what the test is and what the result may mean. Staff will not take blood until you have decided. Speak with the member, and with anybody who decides for them, and record it.',
  },
  sampled_in_doubt: {
    title: 'Blood taken in doubt',
    todo: 'Blood was taken although somebody doubted that the member understands the test. Find out who agreed to it, and decide whether the sample goes on.',
  },
  incident: {
    title: 'Incident',
    todo: 'A result was shown to another person. Tell the data protection lead today: the ICO must be told within 72 hours unless there is no risk to anybody.',
  },
}

/** Said on the telephone; nothing of a result before the birth date was right. */
export const TELEPHONE_SCRIPT = [
  'Ask for the member by name. Check their date of birth before you say why you are calling.',
  'Say who you are and that you are calling from CHAPS. Ask if this is a good time to talk.',
  'If somebody else answers, say only that you will call again. Do not leave a message about a test.',
]

export const REASON_WORDS: Record<CloseReason, string> = {
  did_not_come: 'Did not come',
  not_sampled: 'Came, but no sample was taken',
  received_by_lab: 'The laboratory has it',
  sample_lost: 'The sample was lost or damaged',
  told_by_telephone: 'Told by phone',
  told_by_letter: 'Told by letter',
  not_reachable: 'Could not reach them by message, phone or letter',
  repeated_elsewhere: 'Tested again elsewhere',
  declined: 'Does not want the test',
  asked_us_to_stop: 'Asked us to stop contacting them',
  gp_told: 'The GP knows',
  gp_seen: 'Saw the GP',
  repeat_test_done: 'Tested again',
  mri: 'Had an MRI scan',
  biopsy: 'Had a biopsy',
  diagnosis: 'Was given a diagnosis',
  treatment: 'Is being treated',
  nothing_done: 'Nothing was done',
  will_not_say: 'Would rather not say',
  tested_elsewhere: 'Tested elsewhere',
  dealt_with: 'Dealt with',
  laboratory_told: 'The laboratory knows',
  new_appointment: 'Has another appointment',
  family_or_gp_told: 'Family or GP told',
  nobody_to_tell: 'Nobody to tell',
  told_in_person: 'Told in person',
  not_needed: 'No longer needed',
  wrong_number: 'Wrong number',
  incident_reported: 'Reported to the ICO',
  incident_not_reportable: 'Recorded; does not have to be reported',
  died: 'Has died',
}

export const ROUND_WORDS: Record<FollowUpRound, string> = {
  six_weeks: 'After six weeks',
  six_months: 'After six months',
}

/** Of what, as staff read it. */
export const DIAGNOSIS_WORDS: Record<Diagnosis, string> = {
  prostate_cancer: 'prostate cancer',
  other_cancer: 'another cancer',
  benign: 'benign enlargement or prostatitis',
  other: 'something else',
  will_not_say: 'will not say of what',
}

/** 'Had an MRI scan, on 1 March 2027 (answered on 16 March 2027)' */
export function answerInWords({ outcome, diagnosis, on, answered_at: at }: FollowUpAnswer): string {
  const named = diagnosis ? `: ${DIAGNOSIS_WORDS[diagnosis]}` : ''
  const when = on === null ? '' : `, on ${longDate(on)}`
  return `${REASON_WORDS[outcome]}${named}${when} (answered on ${longDate(ukDate(new Date(at)))})`
}

export const STAGE_WORDS: Record<SheetStage, string> = {
  at_the_venue: 'Not known to have come, or arrived and not done',
  on_the_way: 'Samples that no laboratory has received',
  at_the_lab: 'Samples without a result',
  review: 'Results with the clinicians',
  reading: 'Results not read by the member',
}

/** By events whose own words a reader would not know. */
const EVENT_WORDS: Record<string, string> = {
  review: 'Sent back to the first review',
  second: 'Reviewed; a second clinician decides',
  ready: 'Reviewed',
  'ring first': 'Reviewed; the member must be called first',
  discarded: 'Withdrawn before release',
  erased: 'The record has been erased',
  not_sampled: 'No sample was taken',
  did_not_attend: 'Did not attend',
  'booked again': 'Has another appointment',
  moved: 'Has another appointment',
  'booked elsewhere': 'Booked at another event',
  'not offered': 'The place is no longer offered',
}

/** 'Told by telephone: knows it', or the event that closed it. */
export function endInWords({ because, reason, note }: ClosedLoop): string {
  if (reason !== null)
    return note === null ? REASON_WORDS[reason] : `${REASON_WORDS[reason]}: ${note}`
  if (because === 'person') return 'Closed by a person'
  const text =
    EVENT_WORDS[because] ?? because.replace(/ at appointment \d+$/, ' at a later appointment')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What a call came to that leaves the task open. */
export const CALL_WORDS: Record<CallOutcome, string> = {
  no_answer: 'No answer',
  left_message: 'Left a message',
}

/** 'Mary Clerk has been calling since 10:20'; null for nobody. */
export function callerInWords({
  caller,
  called_since: since,
  is_own_call: isOwn,
}: Pick<Loop, 'caller' | 'called_since' | 'is_own_call'>): string | null {
  if (caller === null || since === null) return null
  const who = isOwn ? 'You have' : `${caller} has`
  return `${who} been calling since ${ukTime(new Date(since))}`
}

/** 'Overdue since 17:00 on Monday 1 February 2027' */
export function dueInWords({
  kind,
  due_at: due,
  is_overdue: isOverdue,
}: Pick<Loop, 'kind' | 'due_at' | 'is_overdue'>): string {
  if (due === null) return 'Not planned yet'
  // 72 hours after it was known.
  if (kind === 'incident') return `Deadline of the report: ${momentInWords(new Date(due))}`
  return `${isOverdue ? 'Overdue since' : 'Due by'} ${momentInWords(new Date(due))}`
}

/** Null without a moment for the next call. */
export function nextCallInWords({ ring_at: at }: Loop): string | null {
  return at === null ? null : `Call after ${momentInWords(new Date(at))}`
}

export function callsInWords({ calls, last_called_at: last }: Loop): string | null {
  if (calls === 0 || last === null) return null
  const times = calls === 1 ? 'Called once' : `Called ${calls} times`
  return `${times}, no answer, most recently at ${momentInWords(new Date(last))}`
}

/** The outcome of a call about an event, or what is still to do. */
export function callInWords(call: EventCall | null | undefined): string {
  if (!call) return ''
  if (call.closed_at !== null) {
    const outcome = call.reason === null ? 'No longer needed' : REASON_WORDS[call.reason]
    const by = call.closed_by === null ? '' : `${call.closed_by}, `
    return `${outcome} (${by}${momentInWords(new Date(call.closed_at))})`
  }
  if (call.caller !== null) return `${call.caller} is calling`
  if (call.calls === 0) return 'To call'
  return call.calls === 1
    ? 'Called once, to call again'
    : `Called ${call.calls} times, to call again`
}
