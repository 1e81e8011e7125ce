import type { ReactNode } from 'react'
import styles from './action-groups.module.css'

/** What can be done with the thing of a page, in named groups; `apart` is what cannot be undone. */
export function ActionGroups({ children, apart }: { children: ReactNode; apart?: ReactNode }) {
  return (
    <div className={styles.groups}>
      {children}
      {apart && <div className={styles.apart}>{apart}</div>}
    </div>
  )
}

export function ActionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
