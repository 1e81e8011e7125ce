import { describe, expect, test } from 'vitest'
import { slipCodeOf } from '../../../domain/office/slips.ts'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import { examplePerson } from '../../../test/app/example-day.ts'
import { readLine } from './paper-line.ts'

const event = {
  id: 1,
  name: 'York PSA screening',
  date: '2027-01-26',
  start: '10:00',
  end: '12:00',
  session_minutes: 20,
  address: 'Friargate, York',
  price_pence: 0,
  requires_nhs_number: false,
}
const now = new Date('2027-01-26T14:00:00Z')
const shown = (more: Parameters<typeof examplePerson>[0] = {}) => ({
  ...examplePerson(more),
  isWaiting: false,
})
const read = (
  typed: Partial<Parameters<typeof readLine>[0]>,
  person = shown(),
  others = [person],
) =>
  readLine(
    { arrived: '', tube: '', reason: '', ...typed },
    { person, people: others, event, writer: 'Mary', now },
  )
const note = 'From a paper list written by Mary'
const at = '2027-01-26T10:05:00.000Z'

describe('a slip on the paper', () => {
  const tube = tubeCodeOf(7)
  const slip = slipCodeOf(tube)

  test('goes with the sample of its tube', () => {
    expect(read({ arrived: '1005', slip, tube })).toEqual({
      actions: [
        { type: 'arrive', at, note },
        { type: 'sample', tube, slip, drawn_by: null, at, note },
      ],
    })
  })

  test('alone is given to the member', () => {
    expect(read({ arrived: '1005', slip })).toEqual({
      actions: [
        { type: 'arrive', at, note },
        { type: 'slip', slip, at, note },
      ],
    })
  })

  test('of another tube, or without the time of arrival, records nothing', () => {
    const other = slipCodeOf(tubeCodeOf(8))
    expect(read({ arrived: '1005', slip: other, tube })).toMatchObject({
      errors: { slip: expect.stringContaining('Stop.') },
    })
    expect(read({ slip })).toMatchObject({ errors: { arrived: 'When did they arrive?' } })
  })
})

describe('a line of the paper', () => {
  test('that is empty records nothing', () => {
    expect(read({})).toEqual({ actions: [] })
  })

  test('has the times that were written, and who wrote them', () => {
    const tube = tubeCodeOf(7)
    expect(read({ arrived: '1005', tube, drawnBy: 'Eva' })).toEqual({
      actions: [
        { type: 'arrive', at, note },
        { type: 'sample', tube, drawn_by: 'Eva', at, note },
      ],
    })
    expect(read({ arrived: '10:05', reason: 'unwell' })).toEqual({
      actions: [
        { type: 'arrive', at, note },
        { type: 'not_sampled', reason: 'unwell', at, note },
      ],
    })
    expect(read({ arrived: '10:05' })).toEqual({ actions: [{ type: 'arrive', at, note }] })
  })

  test('keeps an arrival that a tablet recorded', () => {
    const tube = tubeCodeOf(7)
    const arrived = shown({ state: 'arrived', arrived_at: at })
    expect(read({ tube }, arrived)).toEqual({
      actions: [{ type: 'sample', tube, drawn_by: null, at, note }],
    })
    expect(read({}, arrived)).toEqual({ actions: [] })
  })

  test.each([
    [{ tube: tubeCodeOf(7) }, { arrived: 'When did they arrive?' }],
    [{ reason: 'unwell' }, { arrived: 'When did they arrive?' }],
    [{ arrived: 'ten' }, { arrived: 'Enter a time, for example 10:42.' }],
    [{ arrived: '14:01' }, { arrived: 'This time is in the future.' }],
    [
      { arrived: '10:05', tube: 'CHP00000016' },
      { tube: expect.stringContaining('not a tube code') },
    ],
    [{ arrived: '10:05', tube: '1042' }, { tube: expect.stringContaining('a time') }],
    [{ arrived: '10:05', tube: 'WALKIN' }, { tube: expect.stringContaining('not a tube code') }],
    [
      { arrived: '10:05', tube: tubeCodeOf(7), reason: 'unwell' },
      { reason: expect.stringContaining('not both') },
    ],
  ])('is asked again for %j', (typed, errors) => {
    expect(read(typed)).toEqual({ errors })
  })

  test('is asked again for the tube of another man', () => {
    const tube = tubeCodeOf(7)
    const other = shown({ appointment_id: 8, last_name: 'Marsh', tubes: [tube] })
    expect(read({ arrived: '10:05', tube }, shown(), [shown(), other])).toEqual({
      errors: { tube: expect.stringContaining('Marsh') },
    })
  })
})
