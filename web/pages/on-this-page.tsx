import type { ReactNode } from 'react'
import styles from './on-this-page.module.css'

type OnThisPageProps = {
  parts: readonly { id: string; title: string }[]
  children: ReactNode
}

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
