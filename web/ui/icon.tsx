import styles from './icon.module.css'
import type { IconName } from './icon-names.ts'

export type { IconName }

/**
 * An icon 1.25 em high in the text colour; never the only carrier of a meaning. All icons are
 * one sprite: as components they would add 3 kB of JavaScript to every page.
 */
export function Icon({ name }: { name: IconName }) {
  return <svg className={styles.icon} data-icon={name} aria-hidden="true" focusable="false" />
}
