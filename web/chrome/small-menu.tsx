import type { KeyboardEvent } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { LinkItems } from './link-items.tsx'
import type { NavLink } from './links.ts'
import { NavEntries } from './nav-entries.tsx'
import styles from './small-menu.module.css'

export function SmallMenu({ more }: { more: readonly NavLink[] }) {
  return (
    <details className={styles.menu} key={useLocation().key} onKeyDown={closeOnEscape}>
      <summary>
        <Icon name="list" />
        Menu
      </summary>
      <nav className="wrap" aria-label="Main">
        <ul>
          <NavEntries />
          <LinkItems links={more} />
        </ul>
      </nav>
    </details>
  )
}

function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
