import { EVENT_FIELDS } from './event-fields.ts'
import { LAB_FIELDS, PRODUCT_FIELDS } from './lab-fields.ts'
import { SETTING_GROUP_NAMES, type SettingTexts, settingsOf } from './settings.ts'

/** What the value of a detail is the id of: the record's name is shown in place of the number. */
export type RecordKind = 'event' | 'member' | 'staff' | 'appointment' | 'payment' | 'letter'

/** `isList`: only a list holds ids, a single number is a count. A hidden detail is a number that only the program knows. */
type DetailLabel = {
  label: string
  names?: RecordKind
  isList?: true
  unit?: 'pence'
  isHidden?: true
}

const pence = (label: string): DetailLabel => ({ label, unit: 'pence' })
const nameOf = (names: RecordKind, label: string): DetailLabel => ({ label, names })
const namesOf = (names: RecordKind, label: string): DetailLabel => ({ label, names, isList: true })
const HIDDEN: DetailLabel = { label: '', isHidden: true }

const LABELS = {
  eventId: nameOf('event', 'Event'),
  event: nameOf('event', 'Event'),
  event_id: nameOf('event', 'Event'),
  fromEventId: nameOf('event', 'From the event'),
  toEventId: nameOf('event', 'To the event'),
  event_ids: namesOf('event', 'Events'),
  lead_event_ids: namesOf('event', 'Leads the events'),
  appointmentId: nameOf('appointment', 'Appointment'),
  appointment: nameOf('appointment', 'Appointment'),
  appointments: namesOf('appointment', 'Appointments'),
  missing: namesOf('appointment', 'Samples not received'),
  staff: nameOf('staff', 'Colleague'),
  cover: nameOf('staff', 'Covered by'),
  added: namesOf('staff', 'Added'),
  removed: namesOf('staff', 'Removed'),
  merged: nameOf('member', 'Merged record'),
  into: nameOf('member', 'Merged into'),
  mergedInto: nameOf('member', 'Merged into'),
  kept: nameOf('member', 'Record that stays'),
  parted: nameOf('member', 'Separated record'),
  records: namesOf('member', 'Records'),
  nhsNumberAlsoOf: namesOf('member', 'Same NHS number as'),
  comparedWith: namesOf('member', 'Compared with'),
  payment: nameOf('payment', 'Payment'),
  letters: namesOf('letter', 'Letters'),
  takenOut: namesOf('letter', 'Taken out'),
  copiesOf: namesOf('letter', 'Copies of'),
  pence: pence('Amount'),
  amountPence: pence('Amount'),
  policyPence: pence('Amount by the rules'),
  capturedPence: pence('Paid'),
  backBefore: pence('Refunded before'),
  differencePence: pence('Difference'),
  account: HIDDEN,
  actionId: HIDDEN,
  address: HIDDEN,
  capture: HIDDEN,
  batch: HIDDEN,
  bulkAction: HIDDEN,
  chain: HIDDEN,
  claim: HIDDEN,
  dispute: HIDDEN,
  entry: HIDDEN,
  former: HIDDEN,
  incident: HIDDEN,
  letter: HIDDEN,
  merge: HIDDEN,
  note: HIDDEN,
  requestId: HIDDEN,
  request: HIDDEN,
  review: HIDDEN,
  stop: HIDDEN,
  userId: HIDDEN,
  version: HIDDEN,
  visitor: HIDDEN,
  wait: HIDDEN,
  absence: HIDDEN,
  invitation: HIDDEN,
  about: { label: 'About' },
  failed_before: { label: 'Failed before' },
  events: { label: 'Events' },
  tested: { label: 'Tested' },
  green: { label: 'Green' },
  amber: { label: 'Amber' },
  red: { label: 'Red' },
  no_number: { label: 'No number' },
  no_band: { label: 'No band' },
  matched: { label: 'Matched' },
  differences: { label: 'Differences' },
  closed: { label: 'Closed' },
  committed: { label: 'Released to review' },
  layout: { label: 'Layout' },
  start: { label: 'First label' },
  copies: { label: 'Copies' },
  name_lines: { label: 'With names' },
  first: { label: 'First' },
  last: { label: 'Last' },
  invitations: { label: 'Invitations' },
  active: { label: 'Active' },
  arrived: { label: 'Already arrived' },
  asked: { label: 'Asked for' },
  askedAt: { label: 'Asked at' },
  asked_by: { label: 'Requested by' },
  at: { label: 'At' },
  audience: { label: 'Readers' },
  blockers: { label: 'In spite of' },
  body: { label: 'Text' },
  by: { label: 'Sent by' },
  by_card: { label: 'To the card' },
  by_hand: { label: 'By hand' },
  calls: { label: 'Calls' },
  changed: { label: 'Changed' },
  channel: { label: 'How it was withdrawn' },
  chosen: { label: 'Kept values' },
  code: { label: 'Code' },
  columns: { label: 'Columns' },
  confirmed_by: { label: 'Approved by' },
  contactChanged: { label: 'Contact details changed' },
  count: { label: 'How many' },
  credit_note: { label: 'Credit note' },
  date: { label: 'Date' },
  decidedBy: { label: 'Decided by' },
  decision: { label: 'Decision' },
  didNotAttend: { label: 'Did not attend' },
  died: { label: 'Has died' },
  disputed: { label: 'Disputed' },
  email: { label: 'Email address' },
  errors: { label: 'Lines with an error' },
  extra: { label: 'Samples we did not send' },
  extraPlace: { label: 'Extra place' },
  failed: { label: 'Failed' },
  file: { label: 'File' },
  format: { label: 'Format' },
  freeCancelUntil: { label: 'Can cancel free of charge until' },
  freeCancellation: { label: 'Free cancellation' },
  from: { label: 'From' },
  further: { label: 'More attempts' },
  hour: { label: 'In the hour from' },
  ids: { label: 'Rows' },
  in_mails: { label: 'In emails' },
  isActive: { label: 'Active' },
  isExplained: { label: 'Differences explained' },
  isMailed: { label: 'Sent by email' },
  is_on: { label: 'Deletes by itself' },
  issue: { label: 'What PayPal answered' },
  items: { label: 'Items' },
  kind: { label: 'Kind' },
  labId: { label: 'Laboratory number' },
  lines: { label: 'Lines' },
  lost_address: { label: 'The email address was lost' },
  mailedToHost: { label: 'Sent to the host' },
  members: { label: 'Members' },
  message: { label: 'Message' },
  minutes: { label: 'Minutes' },
  money: { label: 'Refunds' },
  months: { label: 'Months' },
  moved: { label: 'Moved' },
  name: { label: 'Name' },
  nhsNumbers: { label: 'With NHS numbers' },
  notice: { label: 'How they were told' },
  notifyBooked: { label: 'Members told' },
  number: { label: 'Invoice' },
  on_form: { label: 'On the form' },
  open: { label: 'Still open' },
  outcome: { label: 'Outcome' },
  outcomes: { label: 'Words of the laboratory' },
  paid: { label: 'Paid' },
  place: { label: 'Where' },
  places: { label: 'Places' },
  posted: { label: 'Posted' },
  printed: { label: 'Printed' },
  proof: { label: 'Proof' },
  readers: { label: 'Readers' },
  reason: { label: 'Reason' },
  reasons: { label: 'Needs a second person because of' },
  received: { label: 'Received' },
  refund: { label: 'Refund' },
  refusal: { label: 'Refused because' },
  releaseOn: { label: 'Places released on' },
  repeated: { label: 'Already received' },
  returnReason: { label: 'Why it was returned' },
  returned: { label: 'Returned' },
  returnedOn: { label: 'Returned on' },
  roles: { label: 'Roles' },
  row: { label: 'Line of the file' },
  rows: { label: 'Lines' },
  sampled: { label: 'Samples taken' },
  search: { label: 'Search' },
  sent: { label: 'What was sent' },
  shown_from: { label: 'Shown from' },
  shown_until: { label: 'Shown until' },
  source: { label: 'Source' },
  state: { label: 'State' },
  status: { label: 'Answer' },
  struck: { label: 'Struck out' },
  staying: { label: 'Left as they are' },
  subject: { label: 'Subject' },
  tab: { label: 'List' },
  taken: { label: 'Taken' },
  takenBy: { label: 'Taken by' },
  tests: { label: 'Names of the test' },
  text: { label: 'Text' },
  to: { label: 'To' },
  together: { label: 'Decided together' },
  tone: { label: 'Tone' },
  tubes: { label: 'Tubes' },
  under_review: { label: 'Being checked' },
  units: { label: 'Units' },
  unread: { label: 'Lines not read' },
  until: { label: 'Until' },
  waits: { label: 'Waiting lists' },
  waiting: { label: 'On the waiting list' },
  waivedFor: { label: 'Waived because of' },
  walkIn: { label: 'Walk-in' },
  wantsContact: { label: 'Wants contact' },
  what: { label: 'What was found' },
  why: { label: 'Reason' },
  with_result: { label: 'With a result' },
  wording: { label: 'Wording' },
  words: { label: 'Text' },
  accessCode: { label: 'Access code' },
  addressWords: HIDDEN,
  breaks: { label: 'Breaks' },
  endsAt: { label: 'End' },
  placesPerSlot: { label: 'Chairs' },
  seriesId: HIDDEN,
  sessionMinutes: { label: 'Minutes for each appointment' },
  startsAt: { label: 'Start' },
  townWords: HIDDEN,
} as const satisfies Record<string, DetailLabel>

type Column<F> = F[keyof F] extends { column: infer C extends string } ? C : never
type FieldColumn =
  | Column<typeof EVENT_FIELDS>
  | Column<typeof LAB_FIELDS>
  | Column<typeof PRODUCT_FIELDS>

/** Every name that a detail of the audit log may have. `before` and `after` hold details of their own. */
export type DetailKey = keyof typeof LABELS | FieldColumn | keyof SettingTexts | 'before' | 'after'

/** For a function that takes details and writes them on. */
export type AuditDetails = { readonly [K in DetailKey]?: unknown }

/**
 * The details of an audit entry, checked by the compiler: a name without a label is an error where it is written.
 * A record whose names are known only when it is written is left alone.
 */
export type LabelledDetails<D> = D extends readonly unknown[]
  ? D
  : D extends Date | string | number | boolean | null | undefined
    ? D
    : unknown extends D
      ? D
      : string extends keyof D
        ? D
        : { [K in keyof D]: K extends DetailKey ? LabelledDetails<D[K]> : never }

const FIELD_LABELS = [EVENT_FIELDS, LAB_FIELDS, PRODUCT_FIELDS].flatMap((fields) =>
  Object.values<{ column: string; label?: string }>(fields).map(({ column, label }) => ({
    name: column,
    label: label ?? 'Pin on the map',
    ...(/Pence$/.test(column) && { unit: 'pence' as const }),
  })),
)
const SETTING_LABELS = SETTING_GROUP_NAMES.flatMap((group) =>
  settingsOf(group).map(({ fact, label }) => ({ name: fact, label })),
)
const ALL = new Map<string, DetailLabel>([
  ...SETTING_LABELS.map(({ name, ...label }) => [name, label] as const),
  ...FIELD_LABELS.map(({ name, ...label }) => [name, label] as const),
  ...Object.entries<DetailLabel>(LABELS),
])

/** Null for a name of an older entry that has no label. */
export function detailLabel(name: string): DetailLabel | null {
  return ALL.get(name) ?? null
}
