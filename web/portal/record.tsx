import type { ReactNode } from 'react'
import styles from './record.module.css'

type HeadProps = {
  title: string
  id?: string
  level: 2 | 3
  leaf?: ReactNode
  under: ReactNode
  badges: ReactNode
}

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

export function Badges({ children }: { children: ReactNode }) {
  return <p className={styles.badges}>{children}</p>
}
