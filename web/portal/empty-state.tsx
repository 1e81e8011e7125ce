import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import styles from './empty-state.module.css'

export function EmptyState({
  title,
  text,
  children: drawing,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className={styles.none}>
      {drawing}
      <h2>{title}</h2>
      <p>{text}</p>
      <ButtonLink to="/book-event-main">Find a screening event</ButtonLink>
    </div>
  )
}
