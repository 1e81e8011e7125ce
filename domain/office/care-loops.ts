// Every sample, result and recall is an open loop until something or somebody closes it (rules
// §9.6). The kinds are data; London's calendar and working days; the clock is an argument.
import { addBusinessDays } from '../business-days.ts'
import { type Band, retestOn, USUAL_DAYS } from '../results.ts'
import { addDays, ukDate, ukInstant, ukTime } from '../uk-time.ts'
import type { Role } from './permissions.ts'

export const LOOP_KINDS = [
  'booked_to_attended',
  'sample_to_lab',
  'lab_to_result',
  'result_to_review',
  'second_review',
  'review_to_release',
  'released_to_read',
  'repeat_test',
  'gp_told',
  'gp_outcome',
  'recall',
  'sample_undone',
  'two_tubes',
  'tell_laboratory',
  'not_sampled',
  'consent_withdrawn',
  'result_of_the_dead',
  'no_way_to_tell',
  'incident',
  'take_back',
  'capacity_doubt',
  'sampled_in_doubt',
  'parted_result',
  'not_told',
  'unpaid',
  'place_offered',
  'did_not_attend',
] as const
export type LoopKind = (typeof LOOP_KINDS)[number]

/** While one of these is open about a sample or a result, a clinician has still to choose: nothing leaves. */
export const HOLDING_KINDS: readonly LoopKind[] = [
  'sample_undone',
  'two_tubes',
  'consent_withdrawn',
  'sampled_in_doubt',
  'take_back',
  'result_of_the_dead',
]

/** The database names these alike, because which one a result leads to tells its band. */
const KINDS_BY_BAND = ['repeat_test', 'gp_told', 'gp_outcome', 'recall'] as const
/** Their real kind, pace, urgency and due date are sealed. */
export const SEALED_KINDS = [
  ...KINDS_BY_BAND,
  'released_to_read',
  'result_to_review',
  'second_review',
] as const
type SealedKind = (typeof SEALED_KINDS)[number]
export type PlainKind = Exclude<LoopKind, SealedKind>

/** What the database names in clear. */
export const CLEAR_KINDS = [...LOOP_KINDS, 'look_again'] as const
export type ClearKind = (typeof CLEAR_KINDS)[number]

export function isSealedKind(kind: LoopKind): kind is SealedKind {
  return SEALED_KINDS.some((one) => one === kind)
}

/** What such a task may be called in the database; by its own name where nobody has sealed it yet. */
export function storedKindsOf(kind: LoopKind): ClearKind[] {
  return [...new Set([clearKindOf(kind), kind])]
}

/** The name that the database may tell. */
export function clearKindOf(kind: LoopKind): ClearKind {
  if (KINDS_BY_BAND.some((one) => one === kind)) return 'look_again'
  return kind === 'second_review' ? 'result_to_review' : kind
}

/**
 * How soon somebody must act: `posted` is an amber or red result that is on its way by post,
 * `returned` a letter that the post brought back.
 */
export const PACES = ['soon', 'usual', 'posted', 'returned'] as const
export type Pace = (typeof PACES)[number]

/**
 * `sms` and `letter` reach the member, `ask` and `ask_again` send the question of the follow-up,
 * `telephone` asks a person to ring, `escalate` asks a role.
 */
export const STEP_ACTIONS = ['sms', 'ask', 'ask_again', 'telephone', 'letter', 'escalate'] as const
export type StepAction = (typeof STEP_ACTIONS)[number]
type Span =
  | { hours: number }
  | { days: number }
  | { workingDays: number }
  | { months: number; andDays?: number }
  | 'same day'
type Step = { action: StepAction; after: Span | 'when due' }

type ReadStep = { action: StepAction; after: Span | 'when due' }

export const LOOP_OWNERS = ['office', 'clinician'] as const satisfies readonly Role[]

type KindRule = {
  owner: (typeof LOOP_OWNERS)[number]
  /** A lower one comes first in a work list. */
  urgency: 0 | 1 | 2 | 3 | 4
  /** `lab days` is the laboratory's own number of days. */
  due: Span | 'lab days' | ((pace: Pace) => Span)
  steps: readonly Step[] | ((pace: Pace) => readonly Step[])
  /** The role that `escalate` asks, which then lists the loop too. */
  asks?: Extract<Role, 'office' | 'clinician'>
  /** Closed before the failsafe sheet of the day is signed. */
  isOnSheet: boolean
}

/** Of red, which comes first in the list of the clinicians; the office sees no such loop. */
export const MOST_URGENT = 0

const WORKING_DAY_ENDS = '17:00'

export const LOOP_RULES: Record<LoopKind, KindRule> = {
  booked_to_attended: {
    owner: 'office',
    urgency: 4,
    due: { workingDays: 1 },
    steps: [],
    isOnSheet: true,
  },
  sample_to_lab: {
    owner: 'office',
    urgency: 1,
    due: { hours: 16 },
    steps: [{ action: 'escalate', after: { hours: 24 } }],
    asks: 'clinician',
    isOnSheet: true,
  },
  lab_to_result: {
    owner: 'clinician',
    urgency: 3,
    due: 'lab days',
    steps: [{ action: 'escalate', after: 'when due' }],
    asks: 'office',
    isOnSheet: true,
  },
  result_to_review: {
    owner: 'clinician',
    urgency: 2,
    due: { workingDays: 2 },
    steps: [{ action: 'escalate', after: { workingDays: 3 } }],
    asks: 'office',
    isOnSheet: true,
  },
  // Red. Never listed to the office, which may not know it.
  second_review: {
    owner: 'clinician',
    urgency: MOST_URGENT,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  review_to_release: {
    owner: 'clinician',
    urgency: 2,
    due: { workingDays: 2 },
    steps: [],
    isOnSheet: true,
  },
  // Clinicians alone: how soon it is chased tells the band.
  released_to_read: {
    owner: 'clinician',
    urgency: 1,
    due: (pace) => READ_DUE[pace],
    steps: (pace) => READ_STEPS[pace],
    isOnSheet: true,
  },
  repeat_test: {
    owner: 'clinician',
    urgency: 3,
    due: { months: 3 },
    steps: [{ action: 'telephone', after: { months: 3 } }],
    isOnSheet: false,
  },
  gp_told: {
    owner: 'clinician',
    urgency: 2,
    due: { days: 42 },
    steps: [
      { action: 'ask', after: { days: 42 } },
      { action: 'telephone', after: { days: 49 } },
    ],
    isOnSheet: false,
  },
  gp_outcome: {
    owner: 'clinician',
    urgency: 2,
    due: { months: 6 },
    steps: [
      { action: 'ask', after: { days: 42 } },
      { action: 'ask_again', after: { months: 6 } },
      { action: 'telephone', after: { months: 6, andDays: 14 } },
    ],
    isOnSheet: false,
  },
  // Counted from the day of the next test.
  recall: {
    owner: 'clinician',
    urgency: 4,
    due: { days: 28 },
    steps: [{ action: 'telephone', after: { days: 28 } }],
    isOnSheet: false,
  },
  // A result in review or released, whose sample was undone.
  sample_undone: {
    owner: 'clinician',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  // Two standing samples of one appointment.
  two_tubes: {
    owner: 'clinician',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  // A form that was already sent lists a tube that was taken back.
  tell_laboratory: {
    owner: 'office',
    urgency: 1,
    due: 'same day',
    steps: [{ action: 'escalate', after: { hours: 24 } }],
    asks: 'clinician',
    isOnSheet: true,
  },
  // The member came, and no blood was taken: another appointment is offered free of charge.
  not_sampled: {
    owner: 'office',
    urgency: 3,
    due: { workingDays: 2 },
    steps: [],
    isOnSheet: false,
  },
  // Consent was withdrawn with a sample under way: a clinician chooses what becomes of it.
  consent_withdrawn: {
    owner: 'clinician',
    urgency: 1,
    due: { workingDays: 1 },
    steps: [],
    isOnSheet: true,
  },
  result_of_the_dead: {
    owner: 'clinician',
    urgency: 3,
    due: { workingDays: 5 },
    steps: [],
    isOnSheet: true,
  },
  // A released result with neither account, letter nor telephone by which the member could learn it.
  no_way_to_tell: {
    owner: 'clinician',
    urgency: 1,
    due: { workingDays: 1 },
    steps: [],
    isOnSheet: true,
  },
  // A result was shown to another person: a report to the regulator is due within 72 hours (UK GDPR,
  // article 33).
  incident: {
    owner: 'clinician',
    urgency: 1,
    due: { hours: 72 },
    steps: [],
    isOnSheet: false,
  },
  // Two records of two people were one for a time, and one of them could read the other's result.
  parted_result: {
    owner: 'clinician',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  // A clinician asked to take a released result back: another confirms it.
  take_back: {
    owner: 'clinician',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  // Somebody doubts that the member understands the test: no blood before a clinician has decided.
  capacity_doubt: {
    owner: 'clinician',
    urgency: 2,
    due: { workingDays: 2 },
    steps: [],
    isOnSheet: false,
  },
  // Blood was taken although such a doubt stood.
  sampled_in_doubt: {
    owner: 'clinician',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: true,
  },
  // A message about the appointment was kept back by a limit (server/tasks/call-instead.ts).
  not_told: {
    owner: 'office',
    urgency: 2,
    due: 'same day',
    steps: [],
    isOnSheet: false,
  },
  // Money is still to pay, and no payment link reaches the member (server/tasks/call-about-money.ts).
  unpaid: {
    owner: 'office',
    urgency: 2,
    due: 'same day',
    steps: [],
    isOnSheet: false,
  },
  // A place is held for a member on the waiting list whom no email reaches (server/tasks/call-about-offer.ts).
  place_offered: {
    owner: 'office',
    urgency: 1,
    due: 'same day',
    steps: [],
    isOnSheet: false,
  },
  // The member was expected and did not attend: another appointment is offered.
  did_not_attend: {
    owner: 'office',
    urgency: 3,
    due: { workingDays: 5 },
    steps: [],
    isOnSheet: false,
  },
}

/** Of a posted one from the day of the post: by then it has arrived, and nobody knows who read it. */
const READ_DUE: Record<Pace, Span> = {
  soon: { days: 3 },
  usual: { days: 14 },
  posted: { workingDays: 4 },
  returned: { hours: 0 },
}

const READ_STEPS: Record<Pace, readonly ReadStep[]> = {
  soon: [
    { action: 'sms', after: { days: 3 } },
    { action: 'telephone', after: { days: 7 } },
    { action: 'letter', after: { days: 10 } },
  ],
  usual: [
    { action: 'sms', after: { days: 14 } },
    { action: 'telephone', after: { days: 21 } },
  ],
  posted: [{ action: 'telephone', after: 'when due' }],
  returned: [{ action: 'telephone', after: { hours: 0 } }],
}

/** A message to the member that is this late is not sent any more; a person rings instead. */
const MESSAGE_LATE_DAYS = 14

/** `labDays`: after how many days a result of this laboratory is late. */
export function dueAt(
  kind: LoopKind,
  openedAt: Date,
  pace: Pace = 'usual',
  labDays: number = USUAL_DAYS,
): Date {
  const { due } = LOOP_RULES[kind]
  if (due === 'lab days') return after({ days: labDays }, openedAt)
  return after(typeof due === 'function' ? due(pace) : due, openedAt)
}

/** The steps of a loop that is due at `due`, the earliest first. */
export function stepsOf(
  kind: LoopKind,
  openedAt: Date,
  pace: Pace = 'usual',
  due: Date = dueAt(kind, openedAt, pace),
): { action: StepAction; at: Date }[] {
  const { steps } = LOOP_RULES[kind]
  const planned = typeof steps === 'function' ? steps(pace) : steps
  return planned.map((step) => ({
    action: step.action,
    at: step.after === 'when due' ? due : after(step.after, openedAt),
  }))
}

/** The moment of the next step that is not `done`; null when none is left. */
export function nextStepAt(
  kind: LoopKind,
  openedAt: Date,
  {
    pace = 'usual',
    done = [],
    due = dueAt(kind, openedAt, pace),
  }: { pace?: Pace; done?: readonly StepAction[]; due?: Date } = {},
): Date | null {
  return stepsOf(kind, openedAt, pace, due).find(({ action }) => !done.includes(action))?.at ?? null
}

/** Whether a message to the member is worth sending `now`. */
export function isMessageInTime(stepAt: Date, now: Date): boolean {
  return now.getTime() - stepAt.getTime() <= MESSAGE_LATE_DAYS * 86_400_000
}

export type FollowUp = { kind: LoopKind; openedAt: Date; pace: Pace }

/**
 * What a released result asks for. `band` is the clinician's; a result without a band, such as a
 * sample without a number, is chased as amber is.
 */
export function followUpsOf({
  band,
  isEnded,
  sampleDate,
  retestMonths,
  releasedAt,
}: {
  band: Band | null
  /** Without a number, or withdrawn. */
  isEnded: boolean
  sampleDate: string | null
  retestMonths: number | null
  releasedAt: Date
}): FollowUp[] {
  const pace: Pace = band === 'Green' ? 'usual' : 'soon'
  const opened = { openedAt: releasedAt, pace }
  const isToRepeat = band === 'Amber' || isEnded
  const retest = isToRepeat ? null : retestOn(sampleDate, retestMonths)
  return [
    { kind: 'released_to_read', ...opened },
    ...(isToRepeat ? [{ kind: 'repeat_test', ...opened } as const] : []),
    ...(band === 'Red' ? [{ kind: 'gp_told', ...opened } as const] : []),
    ...(retest === null
      ? []
      : [{ kind: 'recall', openedAt: ukInstant(retest, '09:00'), pace } as const]),
  ]
}

function after(span: Span, from: Date): Date {
  const day = ukDate(from)
  if (span === 'same day') return ukInstant(addDays(day, 1), '00:00')
  if ('hours' in span) return new Date(from.getTime() + span.hours * 3_600_000)
  if ('days' in span) return ukInstant(addDays(day, span.days), ukTime(from))
  if ('workingDays' in span)
    return ukInstant(addBusinessDays(day, span.workingDays), WORKING_DAY_ENDS)
  const date = retestOn(day, span.months) ?? addDays(day, span.months * 30)
  return ukInstant(addDays(date, span.andDays ?? 0), WORKING_DAY_ENDS)
}
