// Every table of the product, once; `npm run migration` writes the SQL that follows a change here.
// The invariants of design §4 are keys, unique indexes and checks, so that no code path can break
// them. What SQL must say beyond tables (append-only guards) is in migrations/0001_append_only.sql.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const member = () =>
  bigint('member_id', { mode: 'number' })
    .notNull()
    .references(() => members.id, { onDelete: 'restrict' })
const event = () =>
  bigint('event_id', { mode: 'number' })
    .notNull()
    .references(() => events.id, { onDelete: 'restrict' })

// ---- What is offered -------------------------------------------------------------------------

export const products = pgTable('products', {
  id: id(),
  name: text('name').notNull(),
  pricePence: integer('price_pence').notNull(),
  emailTemplate: text('email_template'),
})

export const labs = pgTable('labs', {
  id: id(),
  name: text('name').notNull().unique(),
  requiresNhsNumber: boolean('requires_nhs_number').notNull().default(false),
})

export const events = pgTable(
  'events',
  {
    id: id(),
    name: text('name').notNull(),
    description: text('description'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    sessionMinutes: integer('session_minutes').notNull(),
    productId: bigint('product_id', { mode: 'number' })
      .notNull()
      .references(() => products.id),
    pricePence: integer('price_pence'),
    paymentRequired: boolean('payment_required'),
    labId: bigint('lab_id', { mode: 'number' }).references(() => labs.id),
    isPrivate: boolean('is_private').notNull().default(false),
    accessCodeHash: text('access_code_hash'),
    exclusiveFor: text('exclusive_for').notNull(),
    contactEmail: text('contact_email'),
    addressLine1: text('address_line1'),
    addressLine2: text('address_line2'),
    city: text('city'),
    state: text('state'),
    postcode: text('postcode'),
    country: text('country'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('event_ends_after_it_starts', sql`${t.endsAt} > ${t.startsAt}`),
    check('event_session_is_positive', sql`${t.sessionMinutes} > 0`),
    check('event_price_is_not_negative', sql`${t.pricePence} is null or ${t.pricePence} >= 0`),
    check(
      'event_is_for_someone',
      sql`${t.exclusiveFor} in ('COMMUNITY', 'FREEMASONS', 'CORPORATE')`,
    ),
    check('event_private_has_code', sql`not ${t.isPrivate} or ${t.accessCodeHash} is not null`),
    index('events_by_start').on(t.startsAt),
  ],
)

// ---- Members ---------------------------------------------------------------------------------

/** `id` is the short public profileId; `user_id` is the account of the authentication service. */
export const members = pgTable(
  'members',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: 1001 }),
    userId: uuid('user_id').notNull().unique(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    gender: text('gender').notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    ethnicity: text('ethnicity').notNull(),
    occupation: text('occupation'),
    phone: text('phone').notNull(),
    homeAddress: text('home_address').notNull(),
    billingAddress: text('billing_address'),
    nhsNumber: bytes('nhs_number'),
    nhsNumberIndex: bytes('nhs_number_index'),
    nhsConfirmedAt: moment('nhs_confirmed_at'),
    niNumber: bytes('ni_number'),
    nhsGpEmail: text('nhs_gp_email'),
    nhsGpPhoneNumber: text('nhs_gp_phone_number'),
    isVerified: boolean('is_verified').notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('members_by_nhs_number').on(t.nhsNumberIndex),
    check(
      'member_nhs_number_is_indexed',
      sql`(${t.nhsNumber} is null) = (${t.nhsNumberIndex} is null)`,
    ),
  ],
)

// ---- Consent ---------------------------------------------------------------------------------

/** The exact words of each version of the consent form. Append-only. */
export const consentWords = pgTable('consent_words', {
  version: text('version').primaryKey(),
  words: jsonb('words').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** What a member agreed to for one event; a change of mind is a new row. Append-only. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    memberId: member(),
    eventId: event(),
    wordsVersion: text('words_version')
      .notNull()
      .references(() => consentWords.version),
    psaTestDate: date('psa_test_date', { mode: 'string' }).notNull(),
    answers: jsonb('answers').notNull(),
    terms: boolean('terms').notNull(),
    sampleConsent: boolean('sample_consent').notNull(),
    gpSharing: boolean('gp_sharing').notNull(),
    disclaimer: boolean('disclaimer').notNull(),
    channel: text('channel').notNull().default('website'),
    givenAt: moment('given_at').notNull(),
  },
  (t) => [
    unique('consent_of_member_for_event').on(t.id, t.memberId, t.eventId),
    index('consents_by_member_and_event').on(t.memberId, t.eventId),
    check('consent_has_its_ticks', sql`${t.terms} and ${t.sampleConsent} and ${t.disclaimer}`),
  ],
)

/**
 * A link by which a member gives his consent without signing in: once, and until its end. Only a hash
 * of its key is here.
 */
export const consentLinks = pgTable(
  'consent_links',
  {
    keyHash: bytes('key_hash').primaryKey(),
    memberId: member(),
    eventId: event(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [
    check('consent_link_ends_after_it_was_made', sql`${t.expiresAt} > ${t.createdAt}`),
    check('consent_link_is_used_in_time', sql`${t.usedAt} is null or ${t.usedAt} < ${t.expiresAt}`),
  ],
)

// ---- Appointments and places -----------------------------------------------------------------

export const appointments = pgTable(
  'appointments',
  {
    id: id(),
    reference: text('reference').notNull().unique(),
    eventId: event(),
    memberId: member(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    slotEndsAt: moment('slot_ends_at').notNull(),
    status: text('status').notNull().default('booked'),
    paymentStatus: text('payment_status').notNull(),
    pricePence: integer('price_pence').notNull(),
    consentId: bigint('consent_id', { mode: 'number' }).notNull(),
    calendarSequence: integer('calendar_sequence').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    cancelledAt: moment('cancelled_at'),
  },
  (t) => [
    foreignKey({
      name: 'appointment_has_that_members_consent_for_that_event',
      columns: [t.consentId, t.memberId, t.eventId],
      foreignColumns: [consents.id, consents.memberId, consents.eventId],
    }),
    unique('appointment_at_a_time').on(t.id, t.eventId, t.slotStartsAt),
    unique('appointment_of_a_member').on(t.id, t.memberId),
    uniqueIndex('one_live_appointment_per_member_and_event')
      .on(t.memberId, t.eventId)
      .where(sql`${t.status} = 'booked'`),
    index('appointments_by_member').on(t.memberId, t.slotStartsAt),
    index('appointments_by_start').on(t.slotStartsAt),
    check('appointment_status_is_known', sql`${t.status} in ('booked', 'cancelled')`),
    check(
      'appointment_payment_is_known',
      sql`${t.paymentStatus} in ('not paid', 'paid', 'paid by card')`,
    ),
    check(
      'appointment_cancelled_has_a_time',
      sql`(${t.status} = 'cancelled') = (${t.cancelledAt} is not null)`,
    ),
    check('appointment_ends_after_it_starts', sql`${t.slotEndsAt} > ${t.slotStartsAt}`),
  ],
)

/**
 * A man who waits for a place of a fully booked event; who came first has the smallest id. What he
 * was offered, and until when, stays written when that is over.
 */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: id(),
    eventId: event(),
    memberId: member(),
    joinedAt: moment('joined_at').notNull(),
    status: text('status').notNull().default('waiting'),
    offeredAt: moment('offered_at'),
    offeredStartsAt: moment('offered_starts_at'),
    offeredUntil: moment('offered_until'),
    closedAt: moment('closed_at'),
  },
  (t) => [
    unique('wait_of_a_member_for_an_event').on(t.id, t.eventId, t.memberId),
    uniqueIndex('one_wait_per_member_and_event')
      .on(t.eventId, t.memberId)
      .where(sql`${t.status} in ('waiting', 'offered')`),
    index('waiting_list_in_order').on(t.eventId, t.id).where(sql`${t.status} = 'waiting'`),
    index('waiting_list_by_member').on(t.memberId),
    check(
      'waiting_status_is_known',
      sql`${t.status} in ('waiting', 'offered', 'booked', 'left', 'lapsed', 'booked elsewhere', 'booking closed')`,
    ),
    check(
      'wait_that_is_offered_a_place_has_its_end',
      sql`(${t.status} not in ('offered', 'lapsed') or ${t.offeredUntil} is not null) and (${t.offeredUntil} is null) = (${t.offeredAt} is null) and (${t.offeredUntil} is null) = (${t.offeredStartsAt} is null)`,
    ),
    check(
      'wait_is_closed_or_open',
      sql`(${t.status} in ('waiting', 'offered')) = (${t.closedAt} is null)`,
    ),
  ],
)

/**
 * One row per place of an event's slot: free, held until a moment by one member, or booked by one
 * appointment. Overselling would need a row that does not exist. Beside a hold, a place may be offered
 * to a man of the waiting list, to whom alone it can be given until that is over: it carries one
 * offer, and an offer is of one place.
 */
export const places = pgTable(
  'places',
  {
    eventId: event(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    placeNumber: integer('place_number').notNull(),
    holdId: uuid('hold_id').unique('one_place_per_hold'),
    heldBy: bigint('held_by', { mode: 'number' }).references(() => members.id),
    heldUntil: moment('held_until'),
    holdExtended: boolean('hold_extended').notNull().default(false),
    offerId: bigint('offer_id', { mode: 'number' }).unique('one_place_per_offer'),
    offeredTo: bigint('offered_to', { mode: 'number' }),
    offeredUntil: moment('offered_until'),
    appointmentId: bigint('appointment_id', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ name: 'place', columns: [t.eventId, t.slotStartsAt, t.placeNumber] }),
    foreignKey({
      name: 'place_is_booked_by_an_appointment_at_its_time',
      columns: [t.appointmentId, t.eventId, t.slotStartsAt],
      foreignColumns: [appointments.id, appointments.eventId, appointments.slotStartsAt],
    }),
    unique('one_place_per_appointment').on(t.appointmentId),
    uniqueIndex('one_hold_per_member').on(t.heldBy).where(sql`${t.heldBy} is not null`),
    foreignKey({
      name: 'place_is_offered_to_who_waits_for_it',
      columns: [t.offerId, t.eventId, t.offeredTo],
      foreignColumns: [waitingList.id, waitingList.eventId, waitingList.memberId],
    }),
    index('places_offered_to_a_member').on(t.offeredTo).where(sql`${t.offeredTo} is not null`),
    check('place_number_is_positive', sql`${t.placeNumber} > 0`),
    check(
      'place_hold_is_whole',
      sql`(${t.heldBy} is null) = (${t.holdId} is null) and (${t.heldBy} is null) = (${t.heldUntil} is null)`,
    ),
    check('place_is_held_or_booked', sql`${t.appointmentId} is null or ${t.heldBy} is null`),
    check(
      'place_offer_is_whole',
      sql`(${t.offerId} is null) = (${t.offeredTo} is null) and (${t.offerId} is null) = (${t.offeredUntil} is null)`,
    ),
    check('place_is_offered_or_booked', sql`${t.appointmentId} is null or ${t.offerId} is null`),
    check(
      'place_is_offered_to_none_but_its_holder',
      sql`${t.offerId} is null or ${t.heldBy} is null or ${t.heldBy} = ${t.offeredTo}`,
    ),
  ],
)

/**
 * The one upcoming appointment a member may have: claimed by an insert that may overwrite a row
 * only when `until` (the appointment's end) has passed, given back when he cancels.
 */
export const upcomingAppointments = pgTable(
  'upcoming_appointments',
  {
    memberId: bigint('member_id', { mode: 'number' }).notNull(),
    appointmentId: bigint('appointment_id', { mode: 'number' }).notNull(),
    until: moment('until').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_upcoming_appointment_per_member', columns: [t.memberId] }),
    foreignKey({
      name: 'upcoming_is_the_members_own_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
  ],
)

/** What the access code of a private event gave: to a visitor, and to the member he becomes. */
export const accessGrants = pgTable(
  'access_grants',
  {
    eventId: event(),
    visitorHash: bytes('visitor_hash').notNull(),
    memberId: bigint('member_id', { mode: 'number' }).references(() => members.id),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ name: 'access_grant', columns: [t.eventId, t.visitorHash] }),
    index('access_grants_by_member').on(t.memberId, t.eventId),
  ],
)

// ---- Results ---------------------------------------------------------------------------------

/** A lab result; value, unit, comments and band are encrypted together. Append-only. */
export const results = pgTable(
  'results',
  {
    id: id(),
    memberId: member(),
    appointmentId: bigint('appointment_id', { mode: 'number' }),
    supersedesId: bigint('supersedes_id', { mode: 'number' }).unique(),
    sampleDate: date('sample_date', { mode: 'string' }),
    sealed: bytes('sealed').notNull(),
    source: text('source').notNull(),
    sourceRef: text('source_ref'),
    releasedAt: moment('released_at'),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
  },
  (t) => [
    foreignKey({
      name: 'result_of_the_members_own_appointment',
      columns: [t.appointmentId, t.memberId],
      foreignColumns: [appointments.id, appointments.memberId],
    }),
    foreignKey({
      name: 'result_replaces_a_result',
      columns: [t.supersedesId],
      foreignColumns: [t.id],
    }),
    unique('result_is_imported_once').on(t.source, t.sourceRef),
    index('results_by_member').on(t.memberId),
  ],
)

/** Who looked at whose health data, when and why. Append-only. */
export const accessLog = pgTable(
  'access_log',
  {
    id: id(),
    memberId: member(),
    actorUserId: uuid('actor_user_id').notNull(),
    actorRole: text('actor_role').notNull(),
    what: text('what').notNull(),
    resultId: bigint('result_id', { mode: 'number' }).references(() => results.id),
    reason: text('reason'),
    addressHash: bytes('address_hash'),
    at: moment('at').notNull(),
  },
  (t) => [index('access_log_by_member').on(t.memberId, t.at)],
)

/**
 * A member asks to be erased. The request stands until he takes it back; a second one meanwhile
 * cannot be written.
 */
export const erasureRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    memberId: member(),
    askedAt: moment('asked_at').notNull(),
    takenBackAt: moment('taken_back_at'),
  },
  (t) => [
    uniqueIndex('one_standing_erasure_request_per_member')
      .on(t.memberId)
      .where(sql`${t.takenBackAt} is null`),
    check(
      'erasure_request_is_taken_back_after_it_was_made',
      sql`${t.takenBackAt} is null or ${t.takenBackAt} >= ${t.askedAt}`,
    ),
  ],
)

/** Every change to what was promised: booked, cancelled, moved, edited. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    actorUserId: uuid('actor_user_id'),
    memberId: bigint('member_id', { mode: 'number' }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    details: jsonb('details').notNull().default({}),
    at: moment('at').notNull(),
  },
  (t) => [index('audit_log_by_member').on(t.memberId, t.at)],
)

// ---- Money -----------------------------------------------------------------------------------

export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    memberId: member(),
    eventId: event(),
    slotStartsAt: moment('slot_starts_at').notNull(),
    consentId: bigint('consent_id', { mode: 'number' }).references(() => consents.id),
    appointmentId: bigint('appointment_id', { mode: 'number' }).references(() => appointments.id),
    holdId: uuid('hold_id'),
    state: text('state').notNull(),
    amountPence: integer('amount_pence').notNull(),
    currency: text('currency').notNull().default('GBP'),
    description: text('description').notNull(),
    /** The same for every try to pay for one booking: the provider takes money for an invoice once. */
    invoiceId: text('invoice_id').notNull(),
    orderId: text('order_id').unique(),
    captureId: text('capture_id').unique(),
    createRequestId: text('create_request_id').notNull().unique(),
    captureRequestId: text('capture_request_id').unique(),
    capturedPence: integer('captured_pence'),
    feePence: integer('fee_pence'),
    card: jsonb('card'),
    lastAnswer: jsonb('last_answer'),
    askedAt: moment('asked_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('payments_to_sweep').on(t.state, t.updatedAt),
    index('payments_by_member').on(t.memberId),
    uniqueIndex('one_open_payment_per_member_and_event')
      .on(t.memberId, t.eventId)
      .where(sql`${t.state} in ('created', 'approved', 'capturing', 'pending review', 'paid')`),
    check('payment_amount_is_positive', sql`${t.amountPence} > 0`),
    check(
      'payment_state_is_known',
      sql`${t.state} in ('created', 'approved', 'capturing', 'paid', 'finalised', 'declined', 'pending review', 'refunded', 'refund failed', 'expired')`,
    ),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    amountPence: integer('amount_pence').notNull(),
    reason: text('reason').notNull(),
    state: text('state').notNull(),
    requestId: text('request_id').notNull().unique(),
    providerRefundId: text('provider_refund_id').unique(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    index('refunds_to_sweep').on(t.state, t.updatedAt),
    check('refund_amount_is_positive', sql`${t.amountPence} > 0`),
    check('refund_state_is_known', sql`${t.state} in ('queued', 'sent', 'done', 'failed')`),
  ],
)

/** Money that moved, in pence: charges positive, refunds and fees negative. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'restrict' }),
    kind: text('kind').notNull(),
    amountPence: integer('amount_pence').notNull(),
    currency: text('currency').notNull().default('GBP'),
    providerRef: text('provider_ref').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('money_is_entered_once').on(t.kind, t.providerRef),
    check('ledger_kind_is_known', sql`${t.kind} in ('charge', 'refund', 'fee')`),
    check('ledger_sign_fits_kind', sql`(${t.kind} = 'charge') = (${t.amountPence} > 0)`),
  ],
)

/** The specification's transaction record (§3), kept as the browser's or the server's report. */
export const transactionReports = pgTable('transaction_reports', {
  id: id(),
  memberId: member(),
  paymentId: uuid('payment_id').references(() => payments.id),
  reportedBy: text('reported_by').notNull(),
  record: jsonb('record').notNull(),
  at: moment('at').notNull(),
})

/** Each notification of the payment provider, once. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  body: jsonb('body').notNull(),
  receivedAt: moment('received_at').notNull(),
  handledAt: moment('handled_at'),
})

// ---- Keeping promises between requests -------------------------------------------------------

/** The first answer to a write, replayed when the same key comes again. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    callerHash: bytes('caller_hash').notNull(),
    key: text('key').notNull(),
    requestHash: bytes('request_hash').notNull(),
    body: jsonb('body'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'one_answer_per_key', columns: [t.callerHash, t.key] }),
    index('idempotent_answers_by_age').on(t.createdAt),
  ],
)

/** How often something was guessed within a window; shared by every server process. */
export const guessCounters = pgTable(
  'guess_counters',
  {
    what: text('what').notNull(),
    who: bytes('who').notNull(),
    windowStartsAt: moment('window_starts_at').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ name: 'guess_counter', columns: [t.what, t.who] })],
)

/**
 * What members are told without having asked, by mail: written with the mail, so that whoever looks,
 * however often, tells each member once of each cause.
 */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    memberId: member(),
    kind: text('kind').notNull(),
    /** What it is about: an appointment at its time, or a result. */
    cause: text('cause').notNull(),
    at: moment('at').notNull(),
  },
  (t) => [
    unique('one_notice_per_cause').on(t.memberId, t.kind, t.cause),
    index('notices_by_cause').on(t.cause),
    index('notices_by_age').on(t.at),
    check(
      'notice_kind_is_known',
      sql`${t.kind} in ('week before', 'last days before', 'result ready', 'next test due')`,
    ),
  ],
)

// ---- Who writes to us, and whom we write to --------------------------------------------------

/** What came through the contact form. Held ones look like a program's and were marked so. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phoneNumber: text('phone_number').notNull(),
    message: text('message').notNull(),
    state: text('state').notNull(),
    heldBecause: text('held_because'),
    receivedAt: moment('received_at').notNull(),
  },
  (t) => [
    index('contact_messages_by_age').on(t.receivedAt),
    check('contact_message_state_is_known', sql`${t.state} in ('received', 'held')`),
    check(
      'contact_message_held_has_a_reason',
      sql`(${t.state} = 'held') = (${t.heldBecause} is not null)`,
    ),
    check(
      'contact_message_is_whole',
      sql`'' not in (${t.firstName}, ${t.lastName}, ${t.email}, ${t.phoneNumber}, ${t.message})`,
    ),
  ],
)

/**
 * One row per address that asked for the newsletter, with the words it was asked by. Pending until
 * its owner confirms, or until `confirm_until`; nobody else is written to.
 */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull().unique('one_subscription_per_address'),
    name: text('name').notNull(),
    hearAboutEvent: boolean('hear_about_event').notNull(),
    state: text('state').notNull(),
    wording: text('wording').notNull(),
    askedAt: moment('asked_at').notNull(),
    confirmUntil: moment('confirm_until'),
    confirmedAt: moment('confirmed_at'),
    leftAt: moment('left_at'),
  },
  (t) => [
    check('subscription_address_is_normalised', sql`${t.email} = lower(btrim(${t.email}))`),
    check('subscription_state_is_known', sql`${t.state} in ('pending', 'confirmed', 'left')`),
    check(
      'subscription_pending_has_an_end',
      sql`(${t.state} = 'pending') = (${t.confirmUntil} is not null)`,
    ),
    check(
      'subscription_confirmed_has_a_time',
      sql`(${t.state} <> 'confirmed' or ${t.confirmedAt} is not null) and (${t.state} <> 'pending' or ${t.confirmedAt} is null)`,
    ),
    check('subscription_left_has_a_time', sql`(${t.state} = 'left') = (${t.leftAt} is not null)`),
  ],
)

/** Faults that pages report (spec §7), scrubbed. */
export const errorReports = pgTable('error_reports', {
  id: id(),
  message: text('message').notNull(),
  description: text('description'),
  at: moment('at').notNull(),
})
