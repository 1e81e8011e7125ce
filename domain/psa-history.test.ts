import { describe, expect, test } from 'vitest'
import { type DatedResult, historiesOf, plainNumber } from './psa-history.ts'

let count = 0
function result(date: string, value: string, more: Partial<DatedResult> = {}): DatedResult {
  count += 1
  const usual = { product: 'Total PSA Test', unit: 'ng/ml', laboratory: 'Anglia Path Lab' }
  return { id: count, date, value, ...usual, ...more }
}

function read(results: DatedResult[]) {
  const [history] = historiesOf(results)
  return {
    changes: history?.rows.map(({ value, change }) =>
      change.kind === 'by' ? `${value} ${change.text}` : `${value} ${change.kind}`,
    ),
    runs: history?.runs.map((run) => run.map(({ number }) => number)),
  }
}

describe('results of one laboratory in one unit', () => {
  test('are listed latest first and joined oldest first, in any input order', () => {
    const results = [
      result('2021-10-09', '0.81'),
      result('2026-09-19', '0.86'),
      result('2019-03-14', '0.74'),
      result('2023-11-11', '0.79'),
    ]
    expect(read(results)).toEqual({
      changes: ['0.86 +0.07', '0.79 −0.02', '0.81 +0.07', '0.74 first'],
      runs: [[0.74, 0.81, 0.79, 0.86]],
    })
  })

  test('differ by the recorded decimals, without binary rounding errors', () => {
    const results = [
      result('2020-01-01', '0.1'),
      result('2021-01-01', '0.3'),
      result('2022-01-01', '0.30'),
      result('2023-01-01', '10'),
    ]
    expect(read(results).changes).toEqual(['10 +9.70', '0.30 0', '0.3 +0.2', '0.1 first'])
  })

  test('match unit and laboratory in any case and spacing', () => {
    const written = { unit: 'ng/mL', laboratory: ' anglia path LAB' }
    const results = [result('2020-01-01', '1'), result('2021-01-01', '2', written)]
    expect(read(results).runs).toEqual([[1, 2]])
  })
})

describe('results that were not measured alike', () => {
  test('are not joined across laboratories, nor compared', () => {
    const results = [
      result('2020-01-01', '1.0'),
      result('2021-01-01', '1.1', { laboratory: 'Fens Laboratory' }),
      result('2022-01-01', '1.2', { laboratory: 'Fens Laboratory' }),
      result('2023-01-01', '1.3'),
    ]
    expect(read(results)).toEqual({
      changes: ['1.3 not comparable', '1.2 +0.1', '1.1 not comparable', '1.0 first'],
      runs: [[1], [1.1, 1.2], [1.3]],
    })
  })

  test('are not joined when the laboratory is unknown', () => {
    const unknown = { laboratory: null }
    const results = [result('2020-01-01', '1', unknown), result('2021-01-01', '2', unknown)]
    expect(read(results).runs).toEqual([[1], [2]])
  })

  test('have a history each for every unit and every test, the latest first', () => {
    const histories = historiesOf([
      result('2020-01-01', '1.0'),
      result('2021-01-01', '22', { product: 'Free PSA Ratio', unit: '%' }),
      result('2022-01-01', '35', { unit: 'pmol/l' }),
      result('2023-01-01', '1.2'),
    ])
    expect(histories.map(({ product, unit, rows }) => [product, unit, rows.length])).toEqual([
      ['Total PSA Test', 'ng/ml', 2],
      ['Total PSA Test', 'pmol/l', 1],
      ['Free PSA Ratio', '%', 1],
    ])
  })

  test('are not compared without a unit', () => {
    const bare = { unit: null }
    const results = [result('2020-01-01', '1', bare), result('2021-01-01', '2', bare)]
    expect(read(results).changes?.[0]).toBe('2 not comparable')
  })

  test('break the line where a value is not a plain number', () => {
    const results = [
      result('2020-01-01', '0.2'),
      result('2021-01-01', '<0.1'),
      result('2022-01-01', '0.3'),
    ]
    expect(read(results)).toEqual({
      changes: ['0.3 not comparable', '<0.1 not comparable', '0.2 first'],
      runs: [[0.2], [0.3]],
    })
  })
})

test('no results have no history', () => {
  expect(historiesOf([])).toEqual([])
})

test.each([
  ['0.84', 0.84],
  [' 12 ', 12],
  ['<0.1', null],
  ['1e3', null],
  ['-1', null],
  ['', null],
  ['1.', null],
  ['Infinity', null],
])('a laboratory’s %j is the number %j', (value, number) => {
  expect(plainNumber(value)).toBe(number)
})
