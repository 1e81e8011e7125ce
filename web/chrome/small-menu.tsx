import type { KeyboardEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { currentMark, NAVIGATION, type NavLink } from './links.ts'
import styles from './small-menu.module.css'

/** The navigation on a small screen: a plain list that opens without JavaScript too. */
export function SmallMenu({ more }: { more: readonly NavLink[] }) {
  const { key, pathname } = useLocation()
  return (
    <details className={styles.menu} key={key} onKeyDown={closeOnEscape}>
      <summary>
        <Icon name="list" />
        Menu
      </summary>
      <nav className="wrap" aria-label="Main">
        <ul>
          {NAVIGATION.map((entry) => (
            <li key={entry.label}>
              <Link to={entry.to} aria-current={currentMark(entry, pathname)}>
                {entry.label}
              </Link>
              {entry.submenu && <Submenu links={entry.submenu} />}
            </li>
          ))}
          {more.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}

function Submenu({ links }: { links: readonly NavLink[] }) {
  return (
    <ul>
      {links.map(({ label, to }) => (
        <li key={label}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  )
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}
