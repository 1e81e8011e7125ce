import type { ShortFact } from './read-screening.server.ts'
import styles from './screening.module.css'

export function ShortFacts({ facts }: { facts: readonly ShortFact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ what, fact }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
