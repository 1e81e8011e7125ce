// How well one feature alone tells whose result is raised.
export type Value = string | number | null
type About = { table: string; column: string; name: string; isOfCount?: boolean }
/** One feature of a column, or of its count of rows: its value for every man, in their order. */
export type Feature = About & { values: Value[] }
export type Guess = About & { accuracy: number; low: number; high: number }

const FOLDS = 5
const Z = 1.96

/** The balanced accuracy of the better of both rules, each learned on four fifths of the men. */
export function guessBy({ values, ...about }: Feature, labels: readonly boolean[]): Guess {
  const rules = [
    byCategory,
    ...(values.some((one) => typeof one === 'number') ? [byThreshold] : []),
  ]
  const [best] = rules
    .map((learn) => scoreOf(learn, values, labels))
    .sort((one, other) => other.accuracy - one.accuracy)
  if (!best) throw new Error('there is no rule')
  return { ...about, ...best }
}

type Learn = (values: Value[], labels: boolean[]) => (value: Value) => boolean

function scoreOf(learn: Learn, values: readonly Value[], labels: readonly boolean[]) {
  const right = { true: 0, false: 0 }
  const all = { true: 0, false: 0 }
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTest = (n: number) => n % FOLDS === fold
    const rule = learn(
      values.filter((_, n) => !isTest(n)),
      labels.filter((_, n) => !isTest(n)),
    )
    for (const [n, label] of labels.entries()) {
      if (!isTest(n)) continue
      all[`${label}`]++
      if (rule(values[n] ?? null) === label) right[`${label}`]++
    }
  }
  const [raised, other] = [right.true / all.true, right.false / all.false]
  const accuracy = (raised + other) / 2
  const variance = (raised * (1 - raised)) / all.true + (other * (1 - other)) / all.false
  const margin = (Z * Math.sqrt(variance)) / 2
  return { accuracy, low: accuracy - margin, high: accuracy + margin }
}

/** Of each value the label that is more frequent with it than among all. */
const byCategory: Learn = (values, labels) => {
  const share = labels.filter(Boolean).length / labels.length
  const counts = new Map<Value, { raised: number; all: number }>()
  for (const [n, value] of values.entries()) {
    const count = counts.get(value) ?? { raised: 0, all: 0 }
    counts.set(value, { raised: count.raised + Number(labels[n]), all: count.all + 1 })
  }
  return (value) => {
    const count = counts.get(value)
    return count !== undefined && count.raised / count.all > share
  }
}

/** The threshold that parts the learned men best, in either direction. */
const byThreshold: Learn = (values, labels) => {
  const raisedAll = labels.filter(Boolean).length
  const sorted = values
    .map((value, n) => ({ value: numberOf(value), raised: labels[n] === true }))
    .sort((one, other) => one.value - other.value)
  let best = { gain: 0, at: Number.NEGATIVE_INFINITY, isAbove: true }
  let [raised, other] = [0, 0]
  for (const [n, one] of sorted.entries()) {
    if (one.raised) raised++
    else other++
    const next = sorted[n + 1]
    if (!next || next.value === one.value) continue
    const gain = other / (labels.length - raisedAll) - raised / raisedAll
    if (Math.abs(gain) > best.gain)
      best = { gain: Math.abs(gain), at: one.value, isAbove: gain > 0 }
  }
  return (value) => numberOf(value) > best.at === best.isAbove
}

/** A value that is not there is below all. */
function numberOf(value: Value): number {
  return typeof value === 'number' ? value : Number.NEGATIVE_INFINITY
}
