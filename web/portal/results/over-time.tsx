import { Link } from 'react-router'
import type { MedicalResult } from '../../../domain/contract.ts'
import {
  type Change,
  type DatedResult,
  type History,
  historiesOf,
} from '../../../domain/psa-history.ts'
import type { Band } from '../../../domain/results.ts'
import { BandMark } from './band-mark.tsx'
import styles from './over-time.module.css'
import { PsaChart } from './psa-chart.tsx'
import { resultText } from './result-text.ts'
import shared from './results.module.css'
import { shortDate } from './short-date.ts'

type Result = DatedResult & { band: Band | null }

/** Empty with fewer than two results. */
export function OverTime({ entries }: { entries: readonly MedicalResult[] }) {
  const histories = historiesOf(entries.flatMap(dated)).filter(({ rows }) => rows.length > 1)
  if (histories.length === 0) return null
  return (
    <section className={shared.section} aria-labelledby="over-time">
      <h2 id="over-time">Your PSA over time</h2>
      <p className="soft">How your PSA changes over the years tells us more than one number.</p>
      {histories.map((history) => (
        <OneHistory key={`${history.product} ${history.unit}`} history={history} />
      ))}
    </section>
  )
}

function dated(entry: MedicalResult): Result[] {
  const { product, value } = resultText(entry)
  const { result } = entry
  if (!result?.sample_date || !value) return []
  const { result_id: id, sample_date: date, laboratory, band } = result
  return [{ id, product, value: value.result, unit: value.unit, laboratory, date, band }]
}

function OneHistory({ history }: { history: History<Result> }) {
  const { product, unit, rows, runs } = history
  const named = unit ? `${product}, ${unit}` : product
  const laboratories = new Set(rows.map(({ laboratory }) => laboratory?.trim().toLowerCase()))
  const hasSeveral = laboratories.size > 1
  const first = rows.at(-1)
  const drawn = runs.flat()
  return (
    <div className={styles.history}>
      <table className={styles.table}>
        <caption>{named}: every result we hold for you</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Value</th>
            <th scope="col">Change</th>
            <th scope="col">Colour given</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={`/medical-results/${row.id}`}>{shortDate(row.date)}</Link>
                {hasSeveral && <small>{row.laboratory ?? 'Laboratory not known'}</small>}
              </th>
              <td data-label="Value">
                <b>{row.value}</b>
              </td>
              <td data-label="Change">{changeInWords(row.change)}</td>
              <td data-label="Colour given">
                {row.band ? <BandMark band={row.band} isShort /> : 'None'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {drawn.length > 1 && first && (
        <PsaChart
          title={`${named}, from ${shortDate(first.date)} to ${shortDate(rows[0]?.date ?? '')}`}
          text={`${drawn.map(({ value, date }) => `${value} on ${shortDate(date)}`).join(', ')}. The table above has the same numbers.`}
          unit={unit ?? ''}
          runs={runs}
        />
      )}
      {(runs.length > 1 || drawn.length < rows.length) && (
        <p className="small soft">
          We compare, and join with a line, only results with the same laboratory and unit. If a
          result is not a plain number, it is in the table only.
        </p>
      )}
    </div>
  )
}

function changeInWords(change: Change): string {
  if (change.kind === 'first') return 'First test'
  if (change.kind === 'not comparable') return 'Not compared'
  return change.text === '0' ? 'No change' : change.text
}
