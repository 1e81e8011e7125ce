import { BEFORE_THE_TEST, WAITS } from '../../domain/preparation.ts'
import styles from './event.module.css'

/** What can change a PSA result for a while, and how long to wait after it. */
export function InTheDaysBefore() {
  return (
    <section aria-labelledby="in-the-days-before">
      <h2 id="in-the-days-before">In the days before</h2>
      <div className={styles.waits}>
        {WAITS.map(([wait, words]) => (
          <div key={wait}>
            <h3>{wait}</h3>
            <p>{words}</p>
          </div>
        ))}
      </div>
      <p className="measure">{BEFORE_THE_TEST}</p>
    </section>
  )
}
