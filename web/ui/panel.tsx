import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type PanelProps = {
  title: ReactNode
  top?: ReactNode
  hideTitle?: boolean | undefined
  children: ReactNode
}

export function Panel({ title, top, hideTitle, children }: PanelProps) {
  const id = useId()
  return (
    <aside className={styles.panel} aria-labelledby={id}>
      <div className={styles.top}>
        <h2 id={id} className={hideTitle ? 'visually-hidden' : undefined}>
          {title}
        </h2>
        {top}
      </div>
      <div className={styles.body}>{children}</div>
    </aside>
  )
}
