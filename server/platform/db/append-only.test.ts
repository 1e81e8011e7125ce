import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_OUTCOMES, toPublicCounts } from '../../../domain/figures.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { type Database, databaseFault } from './database.ts'
import {
  accessLog,
  appointments,
  attendance,
  attendanceActions,
  auditLog,
  capacityEntries,
  careLoopSteps,
  careLoops,
  chainBatches,
  chainReseals,
  consents,
  consentText,
  consentWithdrawals,
  contactStops,
  disputeEvents,
  erasureExceptions,
  erasureLog,
  events,
  failsafeSheets,
  followUpAnswers,
  gpAppointments,
  identityChanges,
  incidentEntries,
  invoicePayments,
  invoicePaymentUndos,
  invoices,
  labResults,
  labs,
  ledgerEntries,
  memberMerges,
  memberNotes,
  memberPartings,
  members,
  mergedResults,
  owedRefundOutcomes,
  owedRefunds,
  payments,
  preparationAnswers,
  products,
  providerReports,
  providerTransactions,
  publishedFigures,
  refunds,
  resultReviews,
  results,
  settings,
  staff,
  tubes,
  venuePayments,
} from './schema.ts'

// One row of each append-only table and of the tables that reference it: an insert with a foreign
// key locks the referenced row, which needs more rights than reading it.
const WRITTEN_ONCE = [
  ['consents', 'gp_sharing'],
  ['consent_words', 'words'],
  ['consent_withdrawals', 'channel'],
  ['results', 'sealed'],
  ['access_log', 'what'],
  ['audit_log', 'action'],
  ['ledger_entries', 'amount_pence'],
  ['venue_takings', 'how'],
  ['owed_refunds', 'because'],
  ['owed_refund_outcomes', 'note'],
  ['dispute_events', 'kind'],
  ['provider_transactions', 'gross_pence'],
  ['identity_changes', 'fields'],
  ['chain_batches', 'mac'],
  ['chain_reseals', 'mac'],
  ['erasure_log', 'counts'],
  ['attendance_actions', 'note'],
  ['tubes', 'at'],
  ['member_merges', 'reason'],
  ['merged_results', 'at'],
  ['result_reviews', 'kind'],
  ['care_loop_steps', 'outcome'],
  ['failsafe_sheets', 'sampled'],
  ['published_figures', 'source'],
  ['preparation_answers', 'answered_at'],
  ['follow_up_answers', 'answered_at'],
  ['gp_appointments', 'day'],
  ['capacity_entries', 'at'],
  ['invoices', 'host_name'],
  ['invoice_payments', 'how'],
  ['invoice_payment_undos', 'reason'],
  ['settings', 'version'],
  ['contact_stops', 'at'],
  ['incident_entries', 'at'],
  ['member_notes', 'at'],
  ['erasure_exceptions', 'at'],
  ['member_partings', 'at'],
]
const AT = new Date('2027-01-16T10:00:00Z')
const REFUSED = '42501'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await fill(database)
})
afterAll(() => database.close())

test("the tests run with the site's rights, not a superuser's", async () => {
  const { rows } = await database.db.execute(
    sql`select rolsuper, rolbypassrls, rolcreatedb from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false }])
})

test('these are all the tables with the trigger that makes them append-only', async () => {
  const { rows } = await database.db.execute(
    sql`select tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only'`,
  )
  const names = WRITTEN_ONCE.map(([name]) => name)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe.each(WRITTEN_ONCE)('%s', (table, column) => {
  test('takes rows that others point to', async () => {
    expect(await count(table)).toBeGreaterThan(0)
  })

  test.each([
    ['changed', `update ${table} set ${column} = ${column}`],
    [
      'changed by a statement that meets no row',
      `update ${table} set ${column} = null where false`,
    ],
    ['deleted', `delete from ${table}`],
    ['truncated', `truncate ${table} cascade`],
    [
      'deleted by a merge',
      `merge into ${table} t using (select 1) s on true when matched then delete`,
    ],
  ])('is not %s', async (_how, statement) => {
    const before = await count(table)
    const fault = await database.db.execute(sql.raw(statement)).catch(databaseFault)
    expect(fault).toMatchObject({ state: REFUSED })
    expect(await count(table)).toBe(before)
  })

  test('is guarded twice: with the rights granted again, the trigger still refuses', async () => {
    const work = database.owner.transaction(async (tx) => {
      await tx.execute(sql.raw(`grant update, delete, truncate on ${table} to current_user`))
      await tx.execute(sql.raw(`delete from ${table}`))
    })
    const refusal = await work.catch((error: Error) => error.cause)
    expect(String(refusal)).toContain(`${table} is append-only`)
  })

  test('is guarded twice: with the trigger gone, the rights still refuse', async () => {
    const work = database.owner.transaction(async (tx) => {
      await tx.execute(sql.raw(`alter table ${table} disable trigger append_only`))
      await tx.execute(sql.raw(`delete from ${table}`))
    })
    const refusal = await work.catch((error: Error) => error.cause)
    expect(String(refusal)).toContain(`permission denied for table ${table}`)
  })
})

test('the key of a sentence of consent, which foreign keys may lock, is not changed either', async () => {
  const fault = await database.db
    .execute(sql`update consent_words set version = '2'`)
    .catch(databaseFault)
  expect(fault).toMatchObject({ state: REFUSED })
})

async function count(table: string): Promise<unknown> {
  const { rows } = await database.db.execute(sql.raw(`select count(*) as n from ${table}`))
  return rows[0]?.n
}

const sampleMember = {
  email: 'member@example.org',
  firstName: 'Sample',
  lastName: 'Member',
  gender: 'Male',
  dateOfBirth: '1960-01-01',
  ethnicity: 'Prefer not to say',
  phone: '440000000000',
  homeAddress: 'Sample Street 1',
}

async function fill({ db }: Database): Promise<void> {
  const [product] = await db
    .insert(products)
    .values({ name: 'PSA test', pricePence: 2500 })
    .returning()
  const [event] = await db
    .insert(events)
    .values({
      name: 'Screening',
      startsAt: AT,
      endsAt: new Date(AT.getTime() + 3_600_000),
      sessionMinutes: 10,
      productId: idOf(product),
      exclusiveFor: 'COMMUNITY',
    })
    .returning()
  const [member] = await db
    .insert(members)
    .values({ ...sampleMember, userId: randomUUID() })
    .returning()
  const [memberId, eventId] = [idOf(member), idOf(event)]

  await db.insert(consentText).values({ version: '1', words: {} })
  const [consent] = await db
    .insert(consents)
    .values({
      memberId,
      eventId,
      wordsVersion: '1',
      psaTestDate: '2027-01-16',
      sealed: Buffer.from('sealed'),
      terms: true,
      sampleConsent: true,
      gpSharing: false,
      disclaimer: true,
      givenAt: AT,
    })
    .returning()
  await db.insert(consentWithdrawals).values({
    consentId: idOf(consent),
    memberId,
    eventId,
    wordsVersion: '1',
    channel: 'website',
    withdrawnAt: AT,
  })
  const [appointment] = await db
    .insert(appointments)
    .values({
      reference: 'R1',
      eventId,
      memberId,
      slotStartsAt: AT,
      paymentStatus: 'paid',
      slotEndsAt: new Date(AT.getTime() + 600_000),
      pricePence: 2500,
      consentId: idOf(consent),
      createdAt: AT,
      updatedAt: AT,
    })
    .returning()
  const [clerk] = await db
    .insert(staff)
    .values({
      userId: randomUUID(),
      email: 'a@example.org',
      name: 'Ann',
      roles: ['venue'],
      since: AT,
    })
    .returning()
  await db
    .insert(settings)
    .values({ group: 'medical', version: 1, values: {}, changedBy: idOf(clerk), changedAt: AT })
  const appointmentId = idOf(appointment)
  const [invoice] = await db
    .insert(invoices)
    .values({
      year: 2027,
      eventId,
      kind: 'invoice',
      hostName: 'Ely Lodge',
      addressLines: ['Ely'],
      description: 'Tests',
      amountPence: 100,
      dueOn: '2027-02-01',
      issuedBy: idOf(clerk),
      issuedAt: AT,
    })
    .returning()
  const [entry] = await db
    .insert(invoicePayments)
    .values({
      invoiceId: idOf(invoice),
      kind: 'payment',
      amountPence: 100,
      how: 'cheque',
      paidOn: '2027-01-16',
      recordedBy: idOf(clerk),
      recordedAt: AT,
    })
    .returning()
  await db
    .insert(invoicePaymentUndos)
    .values({ paymentId: idOf(entry), reason: 'wrong', undoneBy: idOf(clerk), undoneAt: AT })
  const actionId = randomUUID()
  await db.insert(attendanceActions).values({
    actionId,
    eventId,
    appointmentId,
    namedAppointment: appointmentId,
    type: 'sample',
    device: 'tablet',
    sequence: 1,
    at: AT,
    tube: 'CHP00000015',
    staffId: idOf(clerk),
    recordedAt: AT,
    status: 'applied',
  })
  await db
    .insert(attendance)
    .values({ appointmentId, eventId, state: 'sampled', since: AT, actionId })
  await db.insert(preparationAnswers).values({
    appointmentId,
    memberId,
    startsAt: AT,
    sealed: Buffer.from('sealed'),
    answeredAt: AT,
  })
  await db.insert(tubes).values({ code: 'CHP00000015', appointmentId, at: AT })
  const [payment] = await db
    .insert(payments)
    .values({
      id: randomUUID(),
      memberId,
      eventId,
      slotStartsAt: AT,
      consentId: idOf(consent),
      state: 'paid',
      amountPence: 2500,
      description: 'Screening',
      invoiceId: 'I1',
      createRequestId: 'Q1',
      createdAt: AT,
      updatedAt: AT,
    })
    .returning()
  const period = { periodFrom: AT, periodTo: AT, lines: 1, ignored: 0, added: 1 }
  const [report] = await db
    .insert(providerReports)
    .values({ contentHash: Buffer.from('h'), uploadedBy: idOf(clerk), uploadedAt: AT, ...period })
    .returning()
  await db.insert(providerTransactions).values({
    transactionId: 'T1',
    reportId: idOf(report),
    type: 'Payment',
    at: AT,
    currency: 'GBP',
    grossPence: 2500,
    feePence: -103,
    recordedAt: AT,
  })
  const refundId = randomUUID()
  const ofPayment = { paymentId: payment?.id ?? '', amountPence: 100 }
  await db.insert(refunds).values({
    ...ofPayment,
    id: refundId,
    reason: 'by the office',
    state: 'done',
    requestId: 'R1',
    createdAt: AT,
    updatedAt: AT,
  })
  const [owed] = await db
    .insert(owedRefunds)
    .values({ ...ofPayment, because: 'taken at the venue', decidedAt: AT })
    .returning()
  await db.insert(owedRefundOutcomes).values({
    owedRefundId: idOf(owed),
    outcome: 'cash',
    refundId,
    note: 'At the desk',
    recordedBy: idOf(clerk),
    recordedAt: AT,
  })
  await db.insert(disputeEvents).values({
    ...ofPayment,
    disputeId: 'D1',
    webhookId: 'W1',
    kind: 'opened',
    happenedAt: AT,
    receivedAt: AT,
  })
  await db.insert(venuePayments).values({
    paymentId: payment?.id ?? '',
    how: 'cash',
    takenBy: 'Ann',
    takenAt: AT,
    recordedBy: randomUUID(),
    recordedAt: AT,
  })
  if (!payment) throw new Error('no payment')
  await db.insert(ledgerEntries).values({
    paymentId: payment.id,
    kind: 'charge',
    amountPence: 2500,
    providerRef: 'C1',
    at: AT,
  })
  const sealed = Buffer.from('sealed')
  const [first] = await db.insert(results).values({ memberId, sealed, source: 'lab' }).returning()
  const [second] = await db
    .insert(results)
    .values({ memberId, sealed, source: 'lab', supersedesId: idOf(first) })
    .returning()
  await db
    .insert(gpAppointments)
    .values({ memberId, resultId: idOf(second), day: '2027-02-01', enteredAt: AT })
  await db.insert(followUpAnswers).values({
    memberId,
    resultId: idOf(second),
    round: 'six_weeks',
    sealed,
    answeredAt: AT,
  })
  const [lab] = await db.insert(labs).values({ name: 'Lab' }).returning()
  const [found] = await db
    .insert(labResults)
    .values({
      labId: idOf(lab),
      memberId,
      appointmentId,
      numberIndex: sealed,
      contentIndex: sealed,
      sealId: randomUUID(),
      sealed,
      state: 'review',
      recordedAt: AT,
    })
    .returning()
  await db.insert(resultReviews).values({
    labResultId: idOf(found),
    kind: 'first',
    sealId: randomUUID(),
    sealed,
    staffId: idOf(clerk),
    at: AT,
  })
  await db.insert(accessLog).values({
    memberId,
    actorUserId: randomUUID(),
    actorRole: 'member',
    what: 'result',
    at: AT,
    resultId: idOf(second),
  })
  await db.insert(identityChanges).values({
    memberId,
    actorUserId: randomUUID(),
    fields: ['gender'],
    at: AT,
    before: sealed,
    after: sealed,
  })
  const [other] = await db
    .insert(members)
    .values({ ...sampleMember, userId: randomUUID() })
    .returning()
  const [admin] = await db
    .insert(staff)
    .values({
      userId: randomUUID(),
      email: 'a@example.org',
      name: 'A',
      roles: ['admin'],
      since: AT,
    })
    .returning()
  const merge = { keptId: memberId, mergedId: idOf(other), madeBy: idOf(admin) }
  const [merged] = await db
    .insert(memberMerges)
    .values({ ...merge, reason: 'the same', at: AT })
    .returning()
  const parting = { mergeId: idOf(merged), partedBy: idOf(admin) }
  await db.insert(memberPartings).values({ ...parting, at: AT })
  const signed = { memberId, at: AT, sealId: randomUUID(), sealed }
  const [stop] = await db
    .insert(contactStops)
    .values({ ...signed, kind: 'died', madeBy: idOf(admin) })
    .returning()
  await db.insert(memberNotes).values({ ...signed, kind: 'office', madeBy: idOf(admin) })
  const recorded = { ...signed, part: 1, act: 'recorded', eventId, happenedAt: AT } as const
  await db.insert(incidentEntries).values({ ...recorded, madeBy: idOf(admin) })
  await db.insert(capacityEntries).values({ ...signed, kind: 'doubt', madeBy: idOf(admin) })
  await db
    .insert(contactStops)
    .values({ ...signed, kind: 'revoked', revokes: idOf(stop), madeBy: idOf(clerk) })
  await db
    .insert(erasureExceptions)
    .values({ ...signed, blockers: ['open correction'], signedBy: idOf(admin) })
  const named = { resultId: idOf(second), memberId, namedBy: idOf(admin) }
  await db.insert(mergedResults).values({ ...named, at: AT })
  await db.insert(auditLog).values({ memberId, action: 'booked', subject: 'appointment:1', at: AT })
  await db.insert(chainBatches).values({
    tableName: 'audit_log',
    chain: 1,
    batch: 1,
    fromId: 1,
    toId: 1,
    isLate: false,
    rowIds: '1',
    rowCount: 1,
    mac: sealed,
    sealedAt: AT,
  })
  const [erased] = await db
    .insert(erasureLog)
    .values({ kind: 'erasure', requestId: 1, counts: {}, at: AT })
    .returning()
  const [loop] = await db
    .insert(careLoops)
    .values({
      kind: 'sample_to_lab',
      memberId,
      appointmentId,
      owner: 'office',
      urgency: 1,
      openedAt: AT,
      dueAt: AT,
    })
    .returning()
  await db
    .insert(careLoopSteps)
    .values({ loopId: idOf(loop), action: 'escalate', outcome: 'done', at: AT })
  await db
    .insert(failsafeSheets)
    .values({ eventId, sampled: 1, signedBy: idOf(clerk), signedAt: AT })
  await db.insert(publishedFigures).values({
    year: 2026,
    counts: toPublicCounts(1, NO_OUTCOMES),
    source: 'records',
    publishedBy: idOf(admin),
    publishedAt: AT,
  })
  await db.insert(chainReseals).values({
    tableName: 'audit_log',
    chain: 1,
    batch: 1,
    number: 1,
    removedIds: '',
    erasureLogId: idOf(erased),
    mac: sealed,
    sealedAt: AT,
  })
}

function idOf(row: { id: number } | undefined): number {
  if (!row) throw new Error('no row')
  return row.id
}
