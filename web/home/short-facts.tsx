import { WHAT_TO_BRING_IN_SHORT } from '../../domain/what-to-bring.ts'
import { charity } from '../charity.ts'
import styles from './short-facts.module.css'

const FACTS = [
  { what: 'Who it is for', fact: 'Men aged 40 to 80' },
  { what: 'How long it takes', fact: 'About 15 minutes' },
  { what: 'What it costs', fact: charity.home_cost },
  { what: 'What to bring', fact: WHAT_TO_BRING_IN_SHORT },
  { what: 'When results come', fact: charity.home_results },
]

export function ShortFacts() {
  return (
    <section className="wrap" aria-label="The test at a glance">
      <dl className={styles.facts}>
        {FACTS.map(({ what, fact }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
