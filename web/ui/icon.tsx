import styles from './icon.module.css'
import type { IconName } from './icon-names.ts'

export type { IconName }

/**
 * A drawn sign 1.25 em high in the colour of its text; never the only carrier of a meaning. All of
 * them are one picture, of which the style shows the named part: their shapes would weigh 3 kB of
 * JavaScript on every page.
 */
export function Icon({ name }: { name: IconName }) {
  return <svg className={styles.icon} data-icon={name} aria-hidden="true" focusable="false" />
}
