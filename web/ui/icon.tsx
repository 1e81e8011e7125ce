import styles from './icon.module.css'
import { ICON_PATHS } from './icon-paths.ts'

export type IconName = keyof typeof ICON_PATHS

/** A drawn sign 1.25 em high in the colour of its text; never the only carrier of a meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path d={ICON_PATHS[name]} />
    </svg>
  )
}
