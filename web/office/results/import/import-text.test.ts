import { expect, test } from 'vitest'
import type { ImportCounts } from '../../../../domain/office/result-import-schemas.ts'
import { ROW_REASONS } from '../../../../domain/office/result-states.ts'
import {
  checkFile,
  commitText,
  errorText,
  foundText,
  reasonText,
  refusalText,
  unreadText,
} from './import-text.ts'

const REFUSALS = [
  'not_readable: A quotation mark is not closed.',
  'encoding_unknown',
  'headers_unknown: Unit, Sex',
  'columns_missing: lab_number, value',
  'too_many_rows: 20001',
  'no_rows',
  'few_match',
]
const rows: ImportCounts = {
  matched: 0,
  close: 0,
  quarantined: 0,
  conflicts: 0,
  repeated: 0,
  errors: 0,
  asked: 0,
  discarded: 0,
  committed: 0,
}

test.each(ROW_REASONS)('the reason %s has a sentence', (reason) => {
  expect(reasonText(reason)).toMatch(/^[A-Z][^_]+\.$/)
})

test.each(REFUSALS)('the refusal %s has a sentence and a next step', (refusal) => {
  const { sentence, step } = refusalText(refusal)
  expect(sentence).toMatch(/^[A-Z][^_]+\.$/)
  expect(step).toMatch(/^[A-Z][^_]+\.$/)
})

test('a refusal names the columns', () => {
  expect(refusalText('headers_unknown: Unit, Sex').sentence).toContain('Unit, Sex.')
  expect(refusalText('columns_missing: lab_number, value').sentence).toContain('lab number, value.')
})

test('the question before recording says what happens to every row', () => {
  const some = { ...rows, matched: 2_400, close: 1, quarantined: 2, errors: 1, discarded: 3 }
  const words = commitText(some)
  expect(words).toContain('2,400 results go to review.')
  expect(words).toContain('3 rows are left out')
  expect(words).toContain('1 row that cannot be read is not recorded')
  expect(words).toContain('3 rows are still waiting')
  expect(commitText({ ...rows, matched: 1 })).not.toMatch(/left out|wait|cannot be read/)
})

test('what was found keeps the sign of the laboratory, and names what is no number', () => {
  const written = { value: '<0.01', unit: 'ng/mL', outcome: null, status: 'final' }
  const found = (changes: object) =>
    foundText({ ...written, ...changes } as Parameters<typeof foundText>[0])
  expect(found({})).toBe('<0.01 ng/mL')
  expect(found({ status: 'corrected' })).toBe('<0.01 ng/mL (a correction)')
  expect(found({ value: null, unit: null, outcome: 'lost' })).toBe('No number: lost')
  expect(found({ value: null, status: 'deleted' })).toContain('withdraws')
})

test('a file must be chosen, and not be too large', () => {
  expect(checkFile(null)).toHaveLength(1)
  expect(checkFile(new File([], 'x.csv'))).toHaveLength(1)
  expect(checkFile(new File(['a'], 'x.csv'))).toEqual([])
})

test('what of a file is in no row is named with its count', () => {
  expect(unreadText([])).toBe('Parts that were not read: 0. 0 is expected.')
  expect(
    unreadText([
      { name: 'ZDS', count: 2 },
      { name: 'row above the headers', count: 1 },
    ]),
  ).toBe('Parts that were not read: 3 (ZDS: 2; row above the headers: 1). 0 is expected.')
  expect(unreadText(null)).toContain('not counted')
})

test.each('PIRSONU'.split(''))('status %s has its meaning beside the error', (status) => {
  expect(errorText('status_not_final', status)).toMatch(new RegExp(` ${status} stands for `))
})
