/** `value` is as the record prints it, date 'YYYY-MM-DD'. */
export type DatedResult = {
  id: number
  product: string
  value: string
  unit: string | null
  laboratory: string | null
  date: string
}

export type Change =
  | { kind: 'first' }
  /** Signed: '+0.07', '−0.02', or '0'. */
  | { kind: 'by'; text: string }
  | { kind: 'not comparable' }

/** `number` is null for a value such as '<0.1', which cannot be plotted. */
type HistoryRow<R extends DatedResult> = R & { number: number | null; change: Change }

export type History<R extends DatedResult> = {
  product: string
  unit: string | null
  /** Latest first. */
  rows: HistoryRow<R>[]
  /** Consecutive results of one laboratory, oldest first. */
  runs: (HistoryRow<R> & { number: number })[][]
}

export function historiesOf<R extends DatedResult>(results: readonly R[]): History<R>[] {
  const byDate = results.toSorted((a, b) => a.date.localeCompare(b.date) || a.id - b.id)
  const alike = new Map<string, R[]>()
  for (const result of byDate) {
    const key = `${plain(result.product)}|${plain(result.unit)}`
    alike.set(key, [...(alike.get(key) ?? []), result])
  }
  const histories = [...alike.values()].map(historyOf)
  return histories.toSorted((a, b) => latest(b).localeCompare(latest(a)))
}

function historyOf<R extends DatedResult>(oldestFirst: R[]): History<R> {
  const rows = oldestFirst.map((result, place) => ({
    ...result,
    number: plainNumber(result.value),
    change: changeFrom(oldestFirst[place - 1], result),
  }))
  const runs: History<R>['runs'] = []
  for (const row of rows) {
    const { number } = row
    if (number === null) {
      runs.push([])
      continue
    }
    const run = runs.at(-1)
    if (run && (run.length === 0 || row.change.kind === 'by')) run.push({ ...row, number })
    else runs.push([{ ...row, number }])
  }
  return {
    product: oldestFirst.at(-1)?.product ?? '',
    unit: oldestFirst.at(-1)?.unit ?? null,
    rows: rows.toReversed(),
    runs: runs.filter((run) => run.length > 0),
  }
}

function changeFrom(before: DatedResult | undefined, now: DatedResult): Change {
  if (!before) return { kind: 'first' }
  const sameLab = plain(now.laboratory) !== '' && plain(now.laboratory) === plain(before.laboratory)
  const [from, to] = [plainNumber(before.value), plainNumber(now.value)]
  if (!sameLab || plain(now.unit) === '' || from === null || to === null) {
    return { kind: 'not comparable' }
  }
  const decimals = Math.max(decimalsOf(before.value), decimalsOf(now.value))
  const size = Math.abs(to - from).toFixed(decimals)
  if (Number(size) === 0) return { kind: 'by', text: '0' }
  return { kind: 'by', text: `${to > from ? '+' : '−'}${size}` }
}

/** Parses a laboratory's number; null for '<0.1', words and overlong numbers. */
export function plainNumber(value: string): number | null {
  return /^\d{1,6}(\.\d{1,6})?$/.test(value.trim()) ? Number(value) : null
}

function decimalsOf(value: string): number {
  return value.trim().split('.')[1]?.length ?? 0
}

function plain(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}

function latest({ rows }: History<DatedResult>): string {
  return rows[0]?.date ?? ''
}
