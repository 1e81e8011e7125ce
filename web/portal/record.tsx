import type { ReactNode } from 'react'
import styles from './record.module.css'

type HeadProps = {
  title: string
  /** For what the heading names. */
  id?: string
  level: 2 | 3
  /** Before the title. */
  leaf?: ReactNode
  /** Under the title, in small letters. */
  under: ReactNode
  badges: ReactNode
}

/** How an appointment or a result begins: what it is and, at the right where there is room, its state. */
export function RecordHead({ title, id, level, leaf, under, badges }: HeadProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        {leaf}
        <div>
          <Heading id={id}>{title}</Heading>
          <p className="small soft">{under}</p>
        </div>
      </div>
      <Badges>{badges}</Badges>
    </div>
  )
}

/** States side by side, as many as there is room for. */
export function Badges({ children }: { children: ReactNode }) {
  return <p className={styles.badges}>{children}</p>
}
