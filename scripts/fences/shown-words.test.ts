import { expect, test } from 'vitest'
import { SHOWN_RULES, shownFindings } from './shown-words.ts'

/** One example for each rule, which must fail. */
const FOREIGN = [
  'Enter an e-mail address',
  'See the hand-book for more',
  'If this was not you, please ring us',
  'We asked for it by telephone',
  'You need not do anything',
  'The letter was not posted yet.',
  'This has been recorded already.',
  'Write the code of the day on paper',
  'You can also reach us so: by post',
  'It goes on also when you leave the page',
  'Somebody has changed this meanwhile',
  'The record is out of use',
  'The list of doubles',
  'Ask the person who leads the day',
  'A cancellation waits for a second person',
  'Another clinician has to decide.',
  'The sample is of this member',
  'Choose what you take back.',
  'We have paid £25.00 back to you',
  'Choose what becomes of it.',
  'Booking closes at once.',
  'Name or birth date',
  'It was recorded with a wrong sum',
  'Something is still under way for this member',
  'Choose “Change email address” in your profile',
  'It is recorded. What stopped is listed here.',
]

test('every rule has an example that fails', () => {
  const found = FOREIGN.map((sentence) => SHOWN_RULES.filter(({ term }) => term.test(sentence)))
  expect(found.map((rules) => rules.length)).toEqual(FOREIGN.map(() => 1))
  expect(new Set(found.flat()).size).toBe(SHOWN_RULES.length)
})

test.each(FOREIGN)('%s: in a literal, between elements and in a document', (sentence) => {
  expect(shownFindings(`const text = '${sentence}'`, { isProse: false })).toHaveLength(1)
  expect(shownFindings(`<p>\n  ${sentence}\n</p>`, { isProse: false })).toHaveLength(1)
  expect(shownFindings(`# Title\n\n${sentence}`, { isProse: true })).toMatchObject([{ line: 3 }])
})

test('a label of one word is read, and a stored value is not', () => {
  expect(shownFindings("const column = { label: 'E-mail' }", { isProse: false })).toHaveLength(1)
  expect(shownFindings("const state = 'taken back'", { isProse: false })).toEqual([])
})

test('comments, names and sentences of the specification are not read', () => {
  expect(shownFindings('// Ask the person who leads the day.', { isProse: false })).toEqual([])
  expect(shownFindings("const way = 'telephone'", { isProse: false })).toEqual([])
  const specified = ['The code of the day is fixed']
  expect(shownFindings("'The code of the day is fixed.'", { isProse: false, specified })).toEqual(
    [],
  )
})
