import styles from './icon.module.css'
import type { IconName } from './icon-names.ts'

export type { IconName }

/** Never the only carrier of a meaning. As components, icons would add 3 kB to every page. */
export function Icon({ name }: { name: IconName }) {
  return <svg className={styles.icon} data-icon={name} aria-hidden="true" focusable="false" />
}
