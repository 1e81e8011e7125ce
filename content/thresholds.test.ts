import { expect, test } from 'vitest'
import { BANDS, DECADES, THRESHOLDS } from './thresholds.ts'

test('each body has a figure or null for every decade, and figures never fall with age', () => {
  for (const { who, values } of THRESHOLDS) {
    expect(values, who).toHaveLength(DECADES.length)
    const figures = values.flatMap((value) => (value === null ? [] : [Number(value)]))
    expect(figures, who).toEqual(figures.toSorted((a, b) => a - b))
    for (const figure of figures) expect(figure, who).toBeGreaterThan(0)
  }
})

test('the charity’s own figures are those of the specification, with two decimals', () => {
  expect(THRESHOLDS[0]?.values).toEqual(['1.00', '2.00', null, null])
})

test('a band has words and advice, and no PSA figure', () => {
  expect(BANDS.map(({ colour }) => colour)).toEqual(['Green', 'Amber', 'Red'])
  for (const { means, next } of BANDS) expect(`${means} ${next}`).not.toMatch(/ng\/ml|\d\.\d/)
})
