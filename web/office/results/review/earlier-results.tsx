import type { EarlierResult, OpenedResult } from '../../../../domain/office/lab-result-schemas.ts'
import { historiesOf } from '../../../../domain/psa-history.ts'
import { PsaChart } from '../../../portal/results/psa-chart.tsx'
import { shortDate } from '../../../portal/results/short-date.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { factorText, valueText } from './result-text.ts'
import styles from './review.module.css'

/** What was released to the member before, as a table and, of two numbers or more, as a chart. */
export function EarlierResults({ result }: { result: OpenedResult }) {
  const { earlier } = result
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier">Earlier results</h2>
      {earlier.length === 0 && <p>None on record.</p>}
      {earlier.length > 0 && (
        <>
          <DataTable
            caption="Earlier results"
            hideCaption
            rows={earlier}
            rowKey={({ result_id: id }) => id}
            columns={[
              { label: 'Date', cell: ({ date }) => shortDate(date) },
              { label: 'Result', cell: (row) => (row.value ? valueText(row) : noNumber(row)) },
              { label: 'This one is', cell: (row) => factorText(result, row) },
              { label: 'Colour given', cell: ({ band }) => band ?? 'None' },
              { label: 'Laboratory', cell: ({ laboratory }) => laboratory ?? 'Not known' },
            ]}
          />
          <Chart result={result} />
        </>
      )}
    </section>
  )
}

function Chart({ result }: { result: OpenedResult }) {
  const histories = historiesOf(datedOf(result))
  return histories.map(({ unit, runs }) => {
    const drawn = runs.flat()
    if (drawn.length < 2) return null
    const texts = drawn.map(({ value, date }) => `${value} on ${shortDate(date)}`)
    return (
      <div key={unit} className={styles.chart}>
        <PsaChart
          title={`PSA over time${unit ? `, ${unit}` : ''}, including this result`}
          text={`${texts.join(', ')}.`}
          unit={unit ?? ''}
          runs={runs}
        />
      </div>
    )
  })
}

/** With this one, whose id is 0. */
function datedOf({ earlier, value, unit, lab, sample_date: date }: OpenedResult) {
  const product = 'PSA'
  const before = earlier.flatMap((one) =>
    one.value === null ? [] : [{ ...one, id: one.result_id, product, value: one.value }],
  )
  if (value === null || date === null) return before
  return [...before, { id: 0, product, value, unit, laboratory: lab, date }]
}

function noNumber({ value, unit, outcome }: EarlierResult): string {
  return outcome === null ? 'No number' : valueText({ value, unit, outcome })
}
