import type { ReactNode } from 'react'
import { BEFORE_THE_TEST, WAITS } from '../../domain/preparation.ts'
import styles from './event.module.css'

export function InTheDaysBefore({ children }: { children?: ReactNode }) {
  return (
    <section aria-labelledby="in-the-days-before">
      <h2 id="in-the-days-before">In the days before</h2>
      <div className={styles.periods}>
        {WAITS.map(([wait, words]) => (
          <div key={wait}>
            <h3>{wait}</h3>
            <p>{words}</p>
          </div>
        ))}
      </div>
      <div className="stack measure">
        <p>{BEFORE_THE_TEST}</p>
        {children}
      </div>
    </section>
  )
}
