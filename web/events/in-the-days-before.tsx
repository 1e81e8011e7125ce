import type { ReactNode } from 'react'
import type { PREPARATION } from '../../domain/preparation.ts'
import styles from './event.module.css'

type InTheDaysBeforeProps = { preparation: typeof PREPARATION; children?: ReactNode }

export function InTheDaysBefore({ preparation, children }: InTheDaysBeforeProps) {
  return (
    <section aria-labelledby="in-the-days-before">
      <h2 id="in-the-days-before">In the days before</h2>
      <div className={styles.periods}>
        {preparation.waits.map(([wait, words]) => (
          <div key={wait}>
            <h3>{wait}</h3>
            <p>{words}</p>
          </div>
        ))}
      </div>
      <div className="stack measure">
        <p>{preparation.beforeTheTest}</p>
        {children}
      </div>
    </section>
  )
}
