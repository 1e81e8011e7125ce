import type { ReactNode } from 'react'
import { PREPARATION } from '../../domain/preparation.ts'
import styles from './event.module.css'

export function InTheDaysBefore({ children }: { children?: ReactNode }) {
  return (
    <section aria-labelledby="in-the-days-before">
      <h2 id="in-the-days-before">In the days before</h2>
      <div className={styles.periods}>
        {PREPARATION.waits.map(([wait, text]) => (
          <div key={wait}>
            <h3>{wait}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <div className="stack measure">
        <p>{PREPARATION.beforeTheTest}</p>
        {children}
      </div>
    </section>
  )
}
