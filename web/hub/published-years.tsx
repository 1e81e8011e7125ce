import { COUNTED_WORDS, OUTCOMES } from '../../domain/figures.ts'
import type { PublishedYear } from '../../domain/published-figures.ts'
import { longDate } from '../../domain/uk-time.ts'
import { Bar } from './bars.tsx'
import { count } from './count.ts'
import styles from './statistics.module.css'

/** Years that a clinician has published from the records, the latest first. */
export function PublishedYears({ years }: { years: readonly PublishedYear[] }) {
  return (
    <section aria-labelledby="from-records">
      <h2 id="from-records">Year by year, from our records</h2>
      {years.map((year) => (
        <Year key={year.year} {...year} />
      ))}
      <p className={styles.note}>
        A * means a number from 1 to 7. We hide these so that nobody can be identified. Other
        numbers are rounded to the nearest 5, and the totals add up the numbers shown.
      </p>
    </section>
  )
}

function Year({ year, events, tested, source, published_on: day, ...counts }: PublishedYear) {
  return (
    <>
      <table className={styles.table}>
        <caption>
          {year}: {count(tested)} results of {events === 1 ? '1 event' : `${count(events)} events`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Number</th>
            <th scope="col">Of all</th>
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.filter((one) => counts[one] !== 0).map((one) => (
            <tr key={one}>
              <th scope="row">{COUNTED_WORDS[one]}</th>
              <td>{hidden(counts[one])}</td>
              <td>{counts[one] === null ? '*' : <Share part={counts[one]} whole={tested} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>
        Published on {longDate(day)}. Source: {source}.
      </p>
    </>
  )
}

function hidden(number: number | null): string {
  return number === null ? '*' : count(number)
}

function Share({ part, whole }: { part: number; whole: number }) {
  return (
    <>
      {Math.round((part / whole) * 100)}%
      <span className={styles.share}>
        <Bar dark={part} whole={whole} light={whole - part} />
      </span>
    </>
  )
}
