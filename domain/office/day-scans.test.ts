import { describe, expect, test } from 'vitest'
import { examplePerson } from '../../test/app/example-day.ts'
import { appointmentCodeOf } from '../appointment-code.ts'
import type { ShownPerson } from './day-people.ts'
import { answerScan, type OpenTask, readScan } from './day-scans.ts'

const person = (id: number, more: Partial<ShownPerson> = {}): ShownPerson => ({
  ...examplePerson({ appointment_id: id, reference: `K7QM-222${id}` }),
  isWaiting: false,
  ...more,
})
const [expected, arrived] = [person(2), person(3, { state: 'arrived' })]
const done = person(4, { state: 'sampled', tubes: ['LAB4444'] })
const gone = person(5, { is_booked: false })
const absent = person(6, { state: 'did_not_attend' })
const walkIn = person(7, { appointment_id: null, walk_in: 'a', reference: '' })
const day = { people: [walkIn, expected, arrived, done, gone, absent], cancelled: ['K7QM-2229'] }

const code = (id: number) => appointmentCodeOf(`K7QM-222${id}`)
const after = (text: string, open: OpenTask | null = null) => answerScan(readScan(text, day), open)
const says = (what: string) => expect.objectContaining({ do: 'say', what })

describe('with no dialog open, the code', () => {
  test.each([
    [
      'of a person who is expected opens the check-in',
      code(2),
      { do: 'open', task: 'arrive', person: expected },
    ],
    [
      'is read by its reference alone, too',
      'k7qm2222',
      { do: 'open', task: 'arrive', person: expected },
    ],
    [
      'of a person who arrived opens the sample',
      code(3),
      { do: 'open', task: 'sample', person: arrived },
    ],
    [
      'of a person who came late after all opens the check-in',
      code(6),
      { do: 'open', task: 'arrive', person: absent },
    ],
    ['of a person who is done says so', code(4), says('done')],
    ['of a cancelled appointment of the list says so', code(5), says('cancelled_person')],
    ['of one that was cancelled says so', code(9), says('cancelled')],
    ['of another event or day says so', code(8), says('not_of_today')],
    ['with a wrong symbol is misread', code(2).replace('K7', 'K8'), says('misread')],
    ['of another kind is misread', 'https://chaps.example', says('misread')],
    ['of signs alone is not that of a walk-in without a reference', '------', says('misread')],
    ['of a new tube asks for the person first', 'LAB7777', says('tube_before_person')],
    ['of a tube that has an owner names the owner', 'lab 4444', says('tube_has_owner')],
  ])('%s', (_, text, answer) => {
    expect(after(text)).toEqual(answer)
  })
})

describe('with a dialog open, the code', () => {
  const [checkIn, sample] = [
    { person: expected, task: 'arrive' },
    { person: arrived, task: 'sample' },
  ]
  test.each([
    ['of its person does nothing', code(2), checkIn, { do: 'nothing' }],
    [
      'of the next person takes the place of a check-in',
      code(3),
      checkIn,
      { do: 'open', task: 'sample', person: arrived },
    ],
    ['of a tube waits for the check-in', 'LAB7777', checkIn, says('tube_before_person')],
    ['of a tube is that of the sample', 'LAB7777', sample, { do: 'sample', tube: 'LAB7777' }],
    ['of a tube that somebody else has is refused', 'LAB4444', sample, says('tube_of_other')],
    ['of a misread tube is refused', 'CHP00000016', sample, says('misread')],
    ['of its person is not a tube', code(3), sample, says('person_not_tube')],
    ['of another person waits for the sample', code(2), sample, says('other_person_open')],
    [
      'of another person waits for an undo',
      code(2),
      { person: done, task: 'undo' },
      says('other_person_open'),
    ],
  ])('%s', (_, text, open, answer) => {
    expect(after(text, open)).toEqual(answer)
  })
})
