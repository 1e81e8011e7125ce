import { describe, expect, test } from 'vitest'
import { breaksInWords, readBreaks, readEventForm, readPin, readPrice } from './event-form.ts'

const TYPED = {
  event_name: 'Ely PSA screening',
  event_date: '2027-03-01',
  'slot_plan.start': '09:00',
  'slot_plan.end': '12:00',
  'slot_plan.session_minutes': '10',
  'slot_plan.places_per_slot': '2',
  'slot_plan.breaks': '10:30-10:40',
  'slot_plan.kept_back': '3',
  price: '25',
  payment_required: 'yes',
  exclusive_for: 'COMMUNITY',
  pin: '52.399, 0.262',
}

function formOf(typed: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  return form
}

test('a filled form is an event with a slot plan, prices in pence', () => {
  const { event, errors } = readEventForm(formOf(TYPED))
  expect(errors).toEqual([])
  expect(event).toMatchObject({
    event_name: 'Ely PSA screening',
    price: 2500,
    payment_required: true,
    is_private: false,
    latitude: 52.399,
    longitude: 0.262,
    city: null,
    slot_plan: { breaks: [{ start: '10:30', end: '10:40' }], kept_back: 3, places_per_slot: 2 },
  })
  expect(event).not.toHaveProperty('access_code')
})

test('an empty form names each field that is needed', () => {
  const { errors } = readEventForm(new FormData())
  expect(errors.map(({ field }) => field)).toEqual([
    'event_name',
    'event_date',
    'slot_plan.start',
    'slot_plan.end',
    'slot_plan.session_minutes',
    'slot_plan.places_per_slot',
    'slot_plan.kept_back',
  ])
})

describe('what is typed freely', () => {
  test.each([
    ['', []],
    ['12:30-13:00', [{ start: '12:30', end: '13:00' }]],
    [
      '10:00 to 10:15, 12:30–13:00',
      [
        { start: '10:00', end: '10:15' },
        { start: '12:30', end: '13:00' },
      ],
    ],
    ['lunch', null],
    ['12:30-', null],
  ])('breaks %j', (text, breaks) => {
    expect(readBreaks(text)).toEqual(breaks)
    if (breaks) expect(readBreaks(breaksInWords(breaks))).toEqual(breaks)
  })

  test.each([
    ['', null],
    ['25', 2500],
    ['£25.5', 2550],
    ['0', 0],
    ['25.505', undefined],
    ['free', undefined],
  ])('the price %j', (text, pence) => expect(readPrice(text)).toBe(pence))

  test.each([
    ['', null],
    ['51.889, 0.904', { latitude: 51.889, longitude: 0.904 }],
    ['57.14 -2.09', { latitude: 57.14, longitude: -2.09 }],
    ['0.904, 51.889', undefined],
    ['here', undefined],
  ])('the pin %j', (text, pin) => expect(readPin(text)).toEqual(pin))
})
