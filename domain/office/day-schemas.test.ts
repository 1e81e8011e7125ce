import { expect, test } from 'vitest'
import * as z from 'zod'
import { DaySchema } from './day-schemas.ts'

// Rules §9.4: names, birth dates, times and support needs, and what the day itself needs. A key
// about anybody's health, such as an answer or a reason why no blood was taken, has no place here.
test('the pack of a day has these keys and no others', () => {
  expect(new Set(keysOf(z.toJSONSchema(DaySchema)))).toEqual(new Set(KEYS))
})

const KEYS = [
  'event',
  'event.id',
  'event.name',
  'event.date',
  'event.start',
  'event.end',
  'event.session_minutes',
  'event.address',
  'event.price_pence',
  'event.requires_nhs_number',
  'event.tubes',
  'event.tubes.own_labels_only',
  'event.tubes.patterns',
  'event.tubes.on_slips',
  'is_lead',
  'places',
  'places.time',
  'places.free',
  'places.kept_back',
  'server_time',
  'closed_at',
  'people',
  'people.appointment_id',
  'people.walk_in',
  'people.reference',
  'people.first_name',
  'people.last_name',
  'people.latin_first_name',
  'people.latin_last_name',
  'people.date_of_birth',
  'people.is_consent_withdrawn',
  'people.has_died',
  'people.is_capacity_doubted',
  'people.is_merged',
  'people.is_erased',
  'people.wants_no_contact',
  'people.time',
  'people.is_booked',
  'people.to_pay_pence',
  'people.money_warning',
  'people.takings',
  'people.takings.id',
  'people.takings.pence',
  'people.takings.how',
  'people.takings.at',
  'people.takings.by',
  'people.takings.is_from_door',
  'people.takings.undone',
  'people.takings.undone.by',
  'people.takings.undone.at',
  'people.state',
  'people.since',
  'people.by',
  'people.arrived_at',
  'people.action_id',
  'people.tubes',
  'people.presses',
  'people.presses.id',
  'people.presses.type',
  'people.presses.at',
  'people.presses.by',
  'people.presses.tube',
  'people.presses.slip',
  'people.presses.samples',
  'people.presses.undone',
  'people.presses.undone.by',
  'people.presses.undone.at',
  'people.support_needs',
  'people.support_note',
  'problems',
  'problems.id',
  'problems.status',
  'problems.code',
  'problems.also',
  'problems.type',
  'problems.appointment_id',
  'problems.walk_in',
  'problems.name',
  'problems.pence',
  'problems.tube',
  'problems.at',
  'problems.by',
  'problems.reviewed',
  'problems.reviewed.by',
  'problems.reviewed.at',
  'cancelled_references',
]

/** Of a JSON Schema; those of lists and maps too. */
function keysOf(schema: unknown, path = ''): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = Object(schema)
  const named = Object.entries(properties).flatMap(([name, one]) => [
    path + name,
    ...keysOf(one, `${path}${name}.`),
  ])
  const others = [items, additionalProperties, ...anyOf].filter((one) => typeof one === 'object')
  return [...named, ...others.flatMap((one) => keysOf(one, path))]
}
