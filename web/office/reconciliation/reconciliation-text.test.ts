import { expect, test } from 'vitest'
import { ApiError } from '../../api.ts'
import { amountText, checkFile, differencePence, fileError } from './reconciliation-text.ts'

const difference = { kind: 'other amount', ledger_pence: 2500, provider_pence: 2400 } as const
const differs = (changes: object) =>
  differencePence({ ...difference, ...changes } as Parameters<typeof differencePence>[0])

test('a difference is what the provider has more than the ledger', () => {
  expect(differs({})).toBe(-100)
  expect(differs({ kind: 'not in the ledger', ledger_pence: null })).toBe(2400)
  expect(differs({ kind: 'not at the provider', provider_pence: null })).toBe(-2500)
  expect(differs({ kind: 'other currency' })).toBeNull()
  expect(amountText(-500, 'EUR')).toBe('-5.00 EUR')
  expect(amountText(null, 'GBP')).toBe('Missing')
})

test('a refused file says which column or line is wrong', () => {
  const refused = (details: object) =>
    fileError(new ApiError(422, { code: 'report_unreadable', ...details }))?.message
  expect(refused({ missing: ['gross', 'fee'] })).toContain('no column for gross, fee.')
  const problem = 'its amounts cannot be read'
  const problems = [1, 2, 3, 4].map((line) => ({ line, problem }))
  expect(refused({ problems })).toContain(`line 1: ${problem}; line 2: ${problem}; and 2 more.`)
  expect(fileError(new ApiError(413, {}))?.message).toContain('20 MB')
  expect(fileError(new ApiError(409, { code: 'changed_meanwhile' }))).toBeNull()
})

test('a file must be chosen', () => {
  expect(checkFile(null)).toHaveLength(1)
  expect(checkFile(new File([], 'x.csv'))).toHaveLength(1)
  expect(checkFile(new File(['a'], 'x.csv'))).toEqual([])
})
