import type { ComponentProps } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './search-field.module.css'

/** Its label stands apart from it. */
export function SearchField(props: ComponentProps<'input'>) {
  return (
    <span className={styles.field}>
      <Icon name="magnifying-glass" />
      <input autoComplete="off" {...props} />
    </span>
  )
}
