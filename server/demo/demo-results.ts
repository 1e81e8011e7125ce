import { addDays, ukDate } from '../../domain/uk-time.ts'
import { insertFreeRepeatOf } from '../facts/free-repeats.queries.ts'
import { insertResult } from '../facts/results.queries.ts'
import { type SealedResult, sealResult } from '../facts/sealed-result.ts'
import type { MemberRow } from '../members/members.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'

const SOURCE = 'demo'
const LABORATORY = 'CHAPS sample laboratory'
const NOTHING_NOW = 'You do not need to do anything now.'
const YEAR_AND_A_WEEK = 373

type DemoResult = { value: string; comments: string; months: number }

export async function addDemoResults(
  tx: Tx,
  deps: {
    fieldKeys: FieldKeys
    member: MemberRow
    appointments: Map<string, { id: number; startsAt: Date }>
    now: Date
  },
): Promise<void> {
  const { fieldKeys, member, appointments, now } = deps
  await add('not linked', { value: '0.95', comments: normal('2 years'), months: 24 })
  await add('long ago', { value: '1.02', comments: normal('1 year'), months: 12 })
  await add('last spring', { value: '0.84', comments: normal('2 years'), months: 24 })

  async function add(sourceRef: string, { value, comments, months }: DemoResult) {
    const appointment = appointments.get(sourceRef)
    const sampleDate = appointment ? ukDate(appointment.startsAt) : addDays(ukDate(now), -560)
    const result = {
      test_result: value,
      test_unit: 'ng/ml',
      comments,
      band: 'Green',
      next_step: NOTHING_NOW,
      retest_months: months,
      laboratory: LABORATORY,
      received_date: addDays(sampleDate, 2),
    }
    await insertResult(tx, {
      memberId: member.id,
      appointmentId: appointment?.id ?? null,
      sampleDate,
      sealed: sealResult(fieldKeys, { source: SOURCE, sourceRef }, result),
      source: SOURCE,
      sourceRef,
      releasedAt: new Date(`${addDays(sampleDate, 7)}T12:00:00Z`),
      recordedAt: new Date(`${addDays(sampleDate, 5)}T12:00:00Z`),
    })
  }
}

/** A year old, so that the member is invited to the next test. */
export async function addDueDemoResult(
  tx: Tx,
  { fieldKeys, memberId, now }: { fieldKeys: FieldKeys; memberId: number; now: Date },
): Promise<void> {
  const origin = { source: SOURCE, sourceRef: 'due' }
  const sampleDate = addDays(ukDate(now), -YEAR_AND_A_WEEK)
  const result = {
    test_result: '1.31',
    test_unit: 'ng/ml',
    comments: normal('1 year'),
    band: 'Green',
    next_step: NOTHING_NOW,
    retest_months: 12,
    laboratory: LABORATORY,
    received_date: addDays(sampleDate, 2),
  }
  await insertResult(tx, {
    ...origin,
    memberId,
    sampleDate,
    sealed: sealResult(fieldKeys, origin, result),
    releasedAt: new Date(`${addDays(sampleDate, 4)}T12:00:00Z`),
    recordedAt: new Date(`${addDays(sampleDate, 3)}T12:00:00Z`),
  })
}

/** Of members whose samples were taken at one event: amber, red, and one without a number. */
export async function addOtherDemoResults(
  tx: Tx,
  fieldKeys: FieldKeys,
  tested: { kind: keyof typeof OTHERS; member: MemberRow; appointmentId: number; startsAt: Date }[],
): Promise<void> {
  for (const { kind, member, appointmentId, startsAt } of tested) {
    const sampleDate = ukDate(startsAt)
    const origin = { source: SOURCE, sourceRef: kind }
    const more = { laboratory: LABORATORY, received_date: addDays(sampleDate, 1) }
    await insertResult(tx, {
      ...origin,
      memberId: member.id,
      appointmentId,
      sampleDate,
      sealed: sealResult(fieldKeys, origin, { ...OTHERS[kind], ...more }),
      releasedAt: new Date(`${addDays(sampleDate, 4)}T12:00:00Z`),
      recordedAt: new Date(`${addDays(sampleDate, 3)}T12:00:00Z`),
    })
    if (kind === 'repeat') await insertFreeRepeatOf(tx, origin)
  }
}

const OTHERS = {
  amber: {
    test_result: '3.6',
    test_unit: 'ng/ml',
    comments: 'Sample result for demonstration. Please have a test again in three months.',
    band: 'Amber',
    retest_months: 3,
  },
  red: {
    test_result: '11.2',
    test_unit: 'ng/ml',
    comments: 'Sample result for demonstration. Please make an appointment with your GP.',
    band: 'Red',
  },
  repeat: { test_result: null, test_unit: null, comments: null, outcome: 'haemolysed' },
} satisfies Record<string, SealedResult>

function normal(after: string): string {
  return `Sample result for demonstration. Your PSA is normal. Please have a test again in ${after}.`
}
