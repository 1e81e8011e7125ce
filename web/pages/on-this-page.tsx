import type { ReactNode } from 'react'
import styles from './on-this-page.module.css'

type OnThisPageProps = {
  parts: readonly { id: string; title: string }[]
  /** What else there is to know of the text, under the list. */
  children: ReactNode
}

/** The parts of a long text; beside it, it stays in view. */
export function OnThisPage({ parts, children }: OnThisPageProps) {
  return (
    <nav className={styles.contents} aria-labelledby="on-this-page">
      <h2 id="on-this-page">On this page</h2>
      <ol>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
      {children}
    </nav>
  )
}
