import {
  dayFigures,
  type DayFigures as Figures,
  type Waits,
} from '../../../domain/office/day-figures.ts'
import type { ShownPerson } from '../../../domain/office/day-people.ts'
import { ukTime } from '../../../domain/uk-time.ts'
import styles from './day-figures.module.css'
import type { Line } from './day-line.ts'

/** How the day goes, by what this tablet knows. */
export function DayFigures({
  people,
  now,
  line,
  readAt,
}: {
  people: readonly ShownPerson[]
  now: Date
  line: Line
  /** When the tablet last read the day. */
  readAt: string
}) {
  const figures = dayFigures(people, now)
  return (
    <section className={styles.figures} aria-labelledby="figures">
      <h2 id="figures">How it is going at {ukTime(now)}</h2>
      {line !== 'connected' && (
        <p>
          This does not include anything recorded on other tablets since {ukTime(new Date(readAt))}.
        </p>
      )}
      <dl className={styles.counts}>
        <Count label="Arrived">{figures.arrived}</Count>
        <Count label="Waiting now">{figures.waiting}</Count>
        <Count label="Done">{figures.done}</Count>
        <Count label="Still expected">{figures.expected}</Count>
      </dl>
      <dl>
        <dt>Waiting times now</dt>
        <dd>{waitText(figures.waitingNow, 'Nobody is waiting.')}</dd>
        <dt>Waiting times of people seen in the last half hour</dt>
        <dd>{waitText(figures.seenLately, 'Nobody has been seen.')}</dd>
      </dl>
      <Arrivals arrivals={figures.arrivals} />
    </section>
  )
}

function Count({ label, children }: { label: string; children: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function waitText(waits: Waits | null, none: string): string {
  if (!waits) return none
  if (waits.count === 1) return `1 person, for ${minutes(waits.longest)}`
  return `${waits.count} people: half for ${minutes(waits.median)} or more, the longest for ${minutes(waits.longest)}`
}

function minutes(count: number): string {
  if (count === 0) return 'less than a minute'
  return count === 1 ? '1 minute' : `${count} minutes`
}

/** Bars with their numbers beside them. */
function Arrivals({ arrivals }: Pick<Figures, 'arrivals'>) {
  if (arrivals.length === 0) return <p>Nobody has arrived yet.</p>
  const most = Math.max(...arrivals.map(({ count }) => count))
  return (
    <>
      <h3 id="arrivals">Arrivals by quarter of an hour</h3>
      <ol className={styles.arrivals} aria-labelledby="arrivals">
        {arrivals.map(({ from, count }) => (
          <li key={from}>
            <span>{from}</span>
            <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={count} height="1" />
            </svg>
            <b>{count}</b>
          </li>
        ))}
      </ol>
    </>
  )
}
