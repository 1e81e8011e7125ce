import { expect, test } from 'vitest'
import { type Drawn, laboratoriesOf, layOutChart } from './chart-geometry.ts'

const WIDE = { width: 720, height: 300 }
const NARROW = { width: 330, height: 300 }

let count = 0
function drawn(date: string, number: number, laboratory: string | null = 'Anglia Path Lab'): Drawn {
  count += 1
  return { id: count, value: String(number), number, date, laboratory }
}

const fourTests = [
  drawn('2019-03-14', 0.74),
  drawn('2021-10-09', 0.81),
  drawn('2023-11-11', 0.79),
  drawn('2026-09-19', 0.86),
]

test('values are plotted above a base line of 0', () => {
  const { levels, runs, foot } = layOutChart([fourTests], WIDE)
  expect(levels.map(({ label }) => label)).toEqual(['0.0', '0.5', '1.0', '1.5', '2.0'])
  expect(levels[0]?.y).toBe(foot)
  const height = foot - (levels[4]?.y ?? 0)
  expect(foot - (runs[0]?.[0]?.y ?? 0)).toBeCloseTo((0.74 / 2) * height)
})

test.each([
  [0, '0.20'],
  [0.04, '0.20'],
  [1.02, '2.0'],
  [3.6, '4'],
  [3.7, '8'],
  [88, '200'],
  [4000, '8000'],
])('a highest value of %d is under the level %s', (number, top) => {
  const { levels, runs } = layOutChart([[drawn('2026-01-01', number)]], WIDE)
  expect(levels.at(-1)?.label).toBe(top)
  expect(runs[0]?.[0]?.y).toBeGreaterThanOrEqual(levels.at(-1)?.y ?? 0)
})

test('distances between days are proportional', () => {
  const [run = []] = layOutChart(
    [[drawn('2020-01-01', 1), drawn('2021-01-01', 1), drawn('2024-01-01', 1)]],
    WIDE,
  ).runs
  const [a = 0, b = 0, c = 0] = run.map(({ x }) => x)
  expect((c - b) / (b - a)).toBeCloseTo(1095 / 366)
})

test('the axis names years when there are two or more, as many as fit', () => {
  const below = (size: typeof WIDE) => layOutChart([fourTests], size).days.map(({ label }) => label)
  expect(below(WIDE)).toEqual(['2020', '2021', '2022', '2023', '2024', '2025', '2026'])
  expect(below(NARROW)).toEqual(['2020', '2022', '2024', '2026'])
})

test('the axis names months for results of about one year', () => {
  const run = [drawn('2025-05-10', 1), drawn('2025-11-06', 1), drawn('2026-05-15', 1)]
  expect(layOutChart([run], WIDE).days.map(({ label }) => label)).toEqual([
    'May 2025',
    'Nov 2025',
    'May 2026',
  ])
})

test('a single result is centred', () => {
  const { runs, days } = layOutChart([[drawn('2026-05-15', 1)]], NARROW)
  expect(runs[0]?.[0]?.x).toBe((48 + 24 + 330 - 36) / 2)
  expect(days).toEqual([{ x: 183, label: '15 May 2026' }])
})

test('labels never overlap', () => {
  const close = [1.0, 1.1, 1.05, 1.2].map((number, n) => drawn(`2026-05-${10 + n}`, number))
  const labels = layOutChart([[drawn('2016-01-01', 1), ...close]], NARROW).runs.flat()
  for (const [n, one] of labels.entries()) {
    for (const other of labels.slice(n + 1)) {
      const apart = Math.abs(one.x - other.x) >= 48 || Math.abs(one.labelY - other.labelY) >= 20
      expect([one.value, other.value, apart]).toEqual([one.value, other.value, true])
    }
  }
})

test('each laboratory has a mark, and the latest result is marked', () => {
  const runs = [
    [drawn('2020-01-01', 1)],
    [drawn('2021-01-01', 1.1, 'Fens Laboratory')],
    [drawn('2022-01-01', 1.2)],
  ]
  const points = layOutChart(runs, WIDE).runs.flat()
  expect(points.map(({ mark }) => mark)).toEqual([0, 1, 0])
  expect(points.map(({ isLatest }) => isLatest)).toEqual([false, false, true])
})

test('laboratories are listed once, in any spelling', () => {
  const results = [
    drawn('2020-01-01', 1),
    drawn('2021-01-01', 1.1, null),
    drawn('2022-01-01', 1.2, 'ANGLIA path lab '),
  ]
  expect(laboratoriesOf(results)).toEqual(['Anglia Path Lab', null])
})

test('the latest label is above its point, and an earlier label moves', () => {
  const [older, latest] = layOutChart([[drawn('2026-05-01', 11.9), drawn('2026-05-15', 12.4)]], {
    ...NARROW,
    width: 120,
  }).runs.flat()
  expect(latest?.labelY).toBeLessThan(latest?.y ?? 0)
  expect(older?.labelY).toBeGreaterThan(older?.y ?? 0)
})
