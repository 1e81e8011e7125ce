import { type ReactNode, useId } from 'react'
import styles from './portal.module.css'

type PortalSectionProps = {
  title: string
  action?: ReactNode
  children: ReactNode
}

export function PortalSection({ title, action, children }: PortalSectionProps) {
  const heading = useId()
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
