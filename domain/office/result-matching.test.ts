import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LabRow } from './lab-rows.ts'
import { type Candidates, fitsOther, matchRow, mayDecide, type Sampled } from './result-matching.ts'
import { isSameName } from './row-identity.ts'
import { tubeCodeOf } from './tube-code.ts'

const TUBE = tubeCodeOf(1)
const sampled: Sampled = {
  appointmentId: 7,
  firstName: 'Séan',
  lastName: 'O’Neill-Carter',
  dateOfBirth: '1960-05-04',
  nhsNumber: '9990000018',
  date: '2027-01-16',
  isSampled: true,
  tubes: [TUBE],
}
const row: LabRow = {
  row: 2,
  lab_number: 'L1',
  tube: TUBE,
  nhs_number: null,
  first_name: 'SEAN',
  last_name: 'ONEILL CARTER',
  date_of_birth: '1960-05-04',
  collected: '2027-01-16T10:20',
  received: null,
  reported: null,
  test: 'PSA',
  value: '1.2',
  unit: 'ng/mL',
  range: null,
  outcome: null,
  comment: null,
  status: 'final',
}
const none: Candidates = { byTube: null, byNhsNumber: [], byBirthDate: [] }
const byTube = { ...none, byTube: sampled }
const byNumber = { ...none, byNhsNumber: [sampled] }

describe('a row with a tube', () => {
  test('is of the appointment that has it, with the same birth date', () => {
    expect(matchRow(row, byTube)).toEqual({ state: 'matched', appointmentId: 7 })
  })

  test.each<[string, Partial<LabRow>, Partial<Sampled>]>([
    ['birth_date_differs', { date_of_birth: '1960-04-05' }, {}],
    ['name_differs', { last_name: 'Smith' }, {}],
    ['name_differs', { first_name: 'Peter' }, {}],
    ['nhs_number_differs', { nhs_number: '9990000026' }, {}],
    ['not_sampled', {}, { isSampled: false }],
    ['sampled_on_another_day', { collected: '2027-01-17' }, {}],
  ])('is kept apart: %s', (reason, wrong, known) => {
    const match = matchRow({ ...row, ...wrong }, { ...none, byTube: { ...sampled, ...known } })
    expect(match).toEqual({ state: 'quarantined', reason, closeIds: [7] })
  })

  test('that stands at two appointments is kept apart, whoever of them fits', () => {
    const other = { ...sampled, appointmentId: 8, lastName: 'Smith' }
    for (const [one, too] of [
      [sampled, other],
      [other, sampled],
    ] as const)
      expect(matchRow(row, { ...none, byTube: one, byTubeToo: [too] })).toMatchObject({
        state: 'quarantined',
        reason: 'several_members',
      })
  })

  test('that nobody has is kept apart, also when all the rest fits', () => {
    const unknown = { ...row, tube: tubeCodeOf(2), nhs_number: sampled.nhsNumber }
    const all = { byTube: null, byNhsNumber: [sampled], byBirthDate: [sampled] }
    expect(matchRow(unknown, all)).toMatchObject({ state: 'quarantined', reason: 'tube_unknown' })
    expect(mayDecide(unknown, sampled)).toBe(false)
  })

  test.each<[boolean, string, Partial<LabRow>]>([
    [true, 'the birth date', { last_name: 'Smith' }],
    [true, 'the last name', { date_of_birth: '1971-01-31' }],
    [
      true,
      'the NHS number',
      { last_name: 'Smith', date_of_birth: '1971-01-31', nhs_number: sampled.nhsNumber },
    ],
    [false, 'nothing else', { last_name: 'Smith', date_of_birth: '1971-01-31' }],
  ])('may be given to the owner of the tube by a person: %s where they share %s', (may, _, wrong) =>
    expect(mayDecide({ ...row, ...wrong }, sampled)).toBe(may),
  )
})

describe('a row without a tube', () => {
  const numbered = { ...row, tube: null, nhs_number: sampled.nhsNumber }

  test('is found by NHS number and birth date', () => {
    expect(matchRow(numbered, byNumber)).toEqual({ state: 'matched', appointmentId: 7 })
    const older = { ...numbered, date_of_birth: '1961-05-04' }
    expect(matchRow(older, byNumber)).toMatchObject({ reason: 'birth_date_differs' })
  })

  test('is decided by a person when two appointments fit', () => {
    const twice = { ...none, byNhsNumber: [sampled, { ...sampled, appointmentId: 8 }] }
    expect(matchRow(numbered, twice)).toEqual({
      state: 'close',
      reason: 'several_members',
      closeIds: [7, 8],
    })
  })

  test('and without a number is never matched without a person', () => {
    const bare = { ...row, tube: null }
    const born = { ...none, byBirthDate: [sampled] }
    expect(matchRow(bare, born)).toEqual({ state: 'close', reason: 'no_code', closeIds: [7] })
    expect(matchRow({ ...bare, last_name: 'Smith' }, born)).toMatchObject({
      reason: 'no_appointment',
    })
  })
})

test('names are compared without case, accents, signs and order', () => {
  expect(isSameName('O’NEILL-CARTER', "o'neill carter")).toBe(true)
  expect(isSameName('Carter', 'O’Neill-Carter')).toBe(true)
  expect(isSameName('Åkesson', 'AKESSON')).toBe(true)
  expect(isSameName('ŁUKASIEWICZ', 'Lukasiewicz')).toBe(true)
  expect(isSameName('Strauß', 'STRAUSS')).toBe(true)
  expect(isSameName('Car\u200bter', 'Carter')).toBe(true)
  expect(isSameName('Carter', 'Cartwright')).toBe(false)
  expect(isSameName('', 'Carter')).toBe(false)
})

describe('a tube that was undone', () => {
  const undone = { ...sampled, isSampled: false, tubes: [], undone: [TUBE] }

  test('never matches, whoever has it now', () => {
    const other = { ...sampled, appointmentId: 8 }
    const nobody = { ...none, byUndoneTube: [undone] }
    expect(matchRow(row, nobody)).toMatchObject({ reason: 'tube_taken_back', closeIds: [7] })
    const given = { ...nobody, byTube: other }
    expect(matchRow(row, given)).toMatchObject({ reason: 'tube_taken_back', closeIds: [8, 7] })
    expect(mayDecide(row, undone)).toBe(false)
    expect(mayDecide(row, other)).toBe(true)
  })

  test('makes a row without a tube wait', () => {
    const bare = { ...row, tube: null, nhs_number: sampled.nhsNumber }
    const known = { ...none, byNhsNumber: [{ ...sampled, undone: [tubeCodeOf(2)] }] }
    expect(matchRow(bare, known)).toMatchObject({ reason: 'tube_taken_back', closeIds: [7] })
  })
})

test('two tubes of one appointment wait, unless a lead said that both are theirs', () => {
  const two = { ...sampled, tubes: [TUBE, tubeCodeOf(2)] }
  expect(matchRow(row, { ...none, byTube: two })).toMatchObject({ reason: 'two_tubes' })
  const said = { ...two, areAllTheirs: true }
  expect(matchRow(row, { ...none, byTube: said })).toMatchObject({ state: 'matched' })
})

test('a mistyped NHS number waits, and words for no number do not', () => {
  const wrote = (text: string) => matchRow({ ...row, nhs_unreadable: text }, byTube)
  expect(wrote('NOT KNOWN')).toMatchObject({ state: 'matched' })
  expect(wrote('0000000000')).toMatchObject({ state: 'matched' })
  expect(wrote('999 000 0019')).toMatchObject({ state: 'close', reason: 'nhs_number_unreadable' })
})

test('nobody may be chosen while another fits name and birth date better', () => {
  const father = { ...sampled, dateOfBirth: '1930-01-01' }
  const son = { ...sampled, appointmentId: 8, tubes: [tubeCodeOf(2)] }
  const match = matchRow(row, { ...none, byTube: father, byBirthDate: [son] })
  expect(match).toMatchObject({ state: 'quarantined', closeIds: [7, 8] })
  expect(mayDecide(row, father, [son])).toBe(false)
  expect(mayDecide(row, father)).toBe(true)
})

const pick = <T>(...values: T[]) => fc.constantFrom(...values)
const someRow = fc.record({
  tube: pick(null, '', TUBE, tubeCodeOf(2), 'CHP123', 'LAB-77'),
  nhs_number: pick(null, '9990000018', '9990000026'),
  date_of_birth: pick('1960-05-04', '1960-04-05'),
  last_name: pick('Carter', 'Smith', ''),
  first_name: pick('Sean', 'S', 'Peter', ''),
  collected: pick(null, '2027-01-16', '2027-01-17'),
})
const somebody = fc.record({
  appointmentId: fc.nat({ max: 9 }),
  tubes: pick<string[]>([], [TUBE], [tubeCodeOf(2)], ['LAB77']),
  nhsNumber: pick(null, '9990000018', '9990000026'),
  dateOfBirth: pick('1960-05-04', '1960-04-05'),
  lastName: pick('Carter', 'Smith'),
  isSampled: fc.boolean(),
})

test('no row is matched with somebody whose tube, or NHS number and birth date, it does not carry', () => {
  fc.assert(
    fc.property(someRow, fc.array(somebody, { maxLength: 4 }), (some, others) => {
      const wrote: LabRow = { ...row, ...some }
      const people = others.map((one) => ({ ...sampled, ...one }))
      const [byTube = null] = people
      const match = matchRow(wrote, { byTube, byNhsNumber: people, byBirthDate: people })
      if (match.state !== 'matched') return
      const carries = people.some(
        (one) =>
          one.appointmentId === match.appointmentId &&
          one.dateOfBirth === wrote.date_of_birth &&
          (wrote.tube
            ? one.tubes.includes(wrote.tube.replace('-', ''))
            : one.nhsNumber === wrote.nhs_number),
      )
      expect(carries).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

test('a row that waits although tube and birth date fit can always be given to its owner', () => {
  fc.assert(
    fc.property(someRow, somebody, fc.array(somebody, { maxLength: 3 }), (some, one, others) => {
      const wrote: LabRow = { ...row, ...some, tube: TUBE }
      const owner: Sampled = {
        ...sampled,
        ...one,
        appointmentId: 100,
        tubes: [TUBE],
        dateOfBirth: wrote.date_of_birth,
      }
      const people = others.map((other) => ({ ...sampled, ...other }))
      const match = matchRow(wrote, { byTube: owner, byNhsNumber: people, byBirthDate: people })
      if (match.state === 'matched') return
      expect(match.closeIds).toContain(owner.appointmentId)
      expect(mayDecide(wrote, owner, people) || fitsOther(wrote, owner, people)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

describe('a name in Latin letters', () => {
  const latin = {
    ...sampled,
    firstName: '伟',
    lastName: '李',
    latinFirstName: 'Wei',
    latinLastName: 'Li',
  }
  const named = (last_name: string, first_name: string) => ({ ...row, last_name, first_name })

  test.each([
    ['LI', 'WEI'],
    ['Li', 'W'],
    ['李', '伟'],
  ])('matches as the own one does: %s %s', (last, first) => {
    const match = matchRow(named(last, first), { ...none, byTube: latin })
    expect(match).toEqual({ state: 'matched', appointmentId: 7 })
  })

  test('of somebody else is kept apart', () => {
    const wang = matchRow(named('WANG', 'WEI'), { ...none, byTube: latin })
    expect(wang).toMatchObject({ state: 'quarantined', reason: 'name_differs' })
    const { latinFirstName: _, latinLastName: __, ...unnamed } = latin
    const li = matchRow(named('LI', 'WEI'), { ...none, byTube: unnamed })
    expect(li).toMatchObject({ state: 'quarantined', reason: 'name_differs' })
  })
})

test('a row without a tube is not given to an appointment at which no sample was recorded', () => {
  const unlabelled = { ...row, tube: null }
  const nobody = { ...sampled, isSampled: false, tubes: [] }
  expect(mayDecide(unlabelled, sampled)).toBe(true)
  expect(mayDecide(unlabelled, nobody)).toBe(false)
  expect(mayDecide({ ...unlabelled, nhs_number: sampled.nhsNumber }, nobody)).toBe(false)
  expect(mayDecide(unlabelled, { ...nobody, undone: [TUBE] })).toBe(true)
})

describe('under the identity of the sample, where it was changed since', () => {
  const { firstName, lastName, dateOfBirth, nhsNumber } = sampled
  const atSample = { firstName, lastName, dateOfBirth, nhsNumber }
  const changed: Sampled = {
    ...sampled,
    firstName: 'Joan',
    lastName: 'Heron',
    dateOfBirth: '1961-05-04',
    nhsNumber: '9990000026',
    atSample,
  }

  test('a row with the tube matches, with the former number too', () => {
    expect(matchRow(row, { ...none, byTube: changed }).state).toBe('matched')
    const numbered = { ...row, nhs_number: '9990000018' }
    expect(matchRow(numbered, { ...none, byTube: changed }).state).toBe('matched')
  })

  test('the present one still matches', () => {
    const now = { first_name: 'Joan', last_name: 'Heron', date_of_birth: '1961-05-04' }
    expect(matchRow({ ...row, ...now }, { ...none, byTube: changed }).state).toBe('matched')
  })

  test('half of each name is neither', () => {
    const half = { ...row, first_name: 'Joan' }
    expect(matchRow(half, { ...none, byTube: changed })).toMatchObject({ reason: 'name_differs' })
  })

  test('without tube and number a person decides, and may', () => {
    const bare = { ...row, tube: null }
    expect(matchRow(bare, { ...none, byBirthDate: [changed] })).toEqual({
      state: 'close',
      reason: 'no_code',
      closeIds: [7],
    })
    expect(mayDecide(bare, changed)).toBe(true)
    expect(mayDecide(bare, { ...changed, atSample: null })).toBe(false)
  })
})
