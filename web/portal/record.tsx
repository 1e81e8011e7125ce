import type { ReactNode } from 'react'
import styles from './record.module.css'

/** What the portal keeps for a member, one card under another; its children are `Record`s. */
export function RecordList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>
}

type RecordProps = { event: string; product: string; badges: ReactNode; children: ReactNode }

/** An appointment or a result: of which event and test, in what state, and what is known of it. */
export function Record({ event, product, badges, children }: RecordProps) {
  return (
    <li className={styles.record}>
      <div className={styles.head}>
        <div>
          <h2>{event}</h2>
          <p className="soft">{product}</p>
        </div>
        <p className={styles.badges}>{badges}</p>
      </div>
      {children}
    </li>
  )
}
