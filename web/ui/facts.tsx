import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** What is known of one thing, a fact a line; its children are `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
