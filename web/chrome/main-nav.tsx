import type { FocusEvent } from 'react'
import styles from './main-nav.module.css'
import { NavEntries } from './nav-entries.tsx'

export function MainNav() {
  return (
    <nav className={styles.nav} aria-label="Main" onFocus={enableArrowKeys}>
      <ul>
        <NavEntries />
      </ul>
    </nav>
  )
}

/** Arrow keys are an addition to Tab, loaded on focus. */
async function enableArrowKeys({ currentTarget }: FocusEvent<HTMLElement>) {
  const { moveByArrow } = await import('./move-by-arrow.ts')
  currentTarget.onkeydown = moveByArrow
}
