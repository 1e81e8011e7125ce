// Chart coordinates in drawing units; one unit is a pixel at full size.
import { DAY_MS } from '../../../domain/durations.ts'
import { dateParts } from '../../../domain/uk-time.ts'
import { shortDate } from './short-date.ts'

/** One result: value as its record prints it, date 'YYYY-MM-DD'. */
export type Drawn = {
  id: number
  value: string
  number: number
  date: string
  laboratory: string | null
}

/** A positioned result; `labelY` is the label's baseline, `mark` the index of its laboratory. */
export type Placed = Drawn & {
  x: number
  y: number
  labelY: number
  mark: number
  isLatest: boolean
}

export type Drawing = {
  levels: { y: number; label: string }[]
  days: { x: number; label: string }[]
  runs: Placed[][]
  left: number
  right: number
  foot: number
}

const LEFT = 48
const RIGHT = 36
const TOP = 48
const FOOT = 44
const LABEL_WIDTH = 48

/** Expects runs oldest first and values of 0 or more. */
export function layOutChart(
  runs: readonly (readonly Drawn[])[],
  { width, height }: { width: number; height: number },
): Drawing {
  const all = runs.flat()
  const foot = height - FOOT
  const step = stepFor(Math.max(0, ...all.map(({ number }) => number)))
  const yOf = (value: number) => foot - (value / (4 * step)) * (foot - TOP)
  const times = all.map(({ date }) => Date.parse(date))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const from = LEFT + LABEL_WIDTH / 2
  const room = width - RIGHT - from
  const xOf = (time: number) =>
    first === last ? from + room / 2 : from + ((time - first) / (last - first)) * room

  const marks = laboratoriesOf(all)
  const labels: { x: number; y: number }[] = []
  const points = all.map((result) => ({
    ...result,
    x: xOf(Date.parse(result.date)),
    y: yOf(result.number),
    mark: marks.findIndex((one) => plain(one) === plain(result.laboratory)),
    isLatest: result === all.at(-1),
  }))
  // The latest first, so that older labels move.
  const placed = points.toReversed().map((point) => {
    const labelY = freeLabel(labels, { x: point.x, y: point.y, foot })
    labels.push({ x: point.x, y: labelY })
    return { ...point, labelY }
  })
  const ofRun = runs.map((run) =>
    run.flatMap(({ id }) => placed.find((one) => one.id === id) ?? []),
  )
  return {
    levels: [0, 1, 2, 3, 4].map((n) => ({
      y: yOf(n * step),
      label: (n * step).toFixed(step < 0.1 ? 2 : step < 1 ? 1 : 0),
    })),
    days: daysBelow({ first, last, xOf, points }),
    runs: ofRun,
    left: LEFT,
    right: width,
    foot,
  }
}

/** Distinct laboratories in order of first appearance; null is an unknown one. */
export function laboratoriesOf(results: readonly Drawn[]): (string | null)[] {
  const byName = new Map(
    results.toReversed().map(({ laboratory }) => [plain(laboratory), laboratory]),
  )
  const names = [...new Set(results.map(({ laboratory }) => plain(laboratory)))]
  return names.map((name) => byName.get(name) ?? null)
}

/** The smallest round step of which four reach 1.1 times this value. */
function stepFor(highest: number): number {
  const wanted = Math.max(highest * 1.1, 0.2) / 4
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = [1, 2, 5, 10].find((one) => one * power >= wanted - 1e-9) ?? 10
  return factor * power
}

/** The label's place: above its point or, when occupied, below it or higher up. */
function freeLabel(
  labels: readonly { x: number; y: number }[],
  { x, y, foot }: { x: number; y: number; foot: number },
): number {
  const isFree = (at: number) =>
    labels.every((one) => Math.abs(one.x - x) >= LABEL_WIDTH || Math.abs(one.y - at) >= 20)
  const wished = [y - 16, ...(y + 30 < foot ? [y + 30] : []), y - 38, y - 60]
  return wished.find(isFree) ?? y - 16
}

/** Starts of years when there are two or more, else the days of the results. */
function daysBelow(axis: {
  first: number
  last: number
  xOf: (time: number) => number
  points: readonly { x: number; date: string }[]
}): { x: number; label: string }[] {
  const years: { x: number; label: string }[] = []
  for (let year = new Date(axis.first).getUTCFullYear() + 1; ; year++) {
    const time = Date.UTC(year, 0, 1)
    if (time > axis.last) break
    years.push({ x: axis.xOf(time), label: String(year) })
  }
  if (years.length > 1) return thinned(years, 52)
  const isSoon = axis.last - axis.first < 60 * DAY_MS
  const text = axis.points.map(({ x, date }) => {
    const { month, year } = dateParts(date)
    return { x, label: isSoon ? shortDate(date) : `${month.slice(0, 3)} ${year}` }
  })
  return thinned(text, isSoon ? 104 : 84)
}

/** The labels at least `gap` apart, chosen from the last one back. */
function thinned(labels: { x: number; label: string }[], gap: number) {
  const chosen: { x: number; label: string }[] = []
  for (const label of labels.toReversed()) {
    const before = chosen.at(-1)
    if (!before || before.x - label.x >= gap) chosen.push(label)
  }
  return chosen.toReversed()
}

function plain(laboratory: string | null): string {
  return (laboratory ?? '').trim().toLowerCase()
}
