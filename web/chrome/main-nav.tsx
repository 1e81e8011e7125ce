import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { currentMark, NAVIGATION, type NavEntry, type NavLink } from './links.ts'
import styles from './main-nav.module.css'

/** The navigation on a wide screen: links, some with a submenu behind a button beside them. */
export function MainNav() {
  const { pathname } = useLocation()
  return (
    <nav className={styles.nav} aria-label="Main">
      <ul>
        {NAVIGATION.map((entry) => (
          <Entry key={entry.label} entry={entry} pathname={pathname} />
        ))}
      </ul>
    </nav>
  )
}

function Entry({ entry, pathname }: { entry: NavEntry; pathname: string }) {
  const link = (
    <Link className={styles.top} to={entry.to} aria-current={currentMark(entry, pathname)}>
      {entry.label}
    </Link>
  )
  if (!entry.submenu) return <li>{link}</li>
  return (
    <WithSubmenu label={entry.label} links={entry.submenu} pathname={pathname}>
      {link}
    </WithSubmenu>
  )
}

type SubmenuProps = {
  label: string
  links: readonly NavLink[]
  pathname: string
  children: ReactNode
}

/** Opens on hover and by its button; closes on leaving, on Esc and when a link is followed. */
function WithSubmenu({ label, links, pathname, children }: SubmenuProps) {
  const [openedBy, setOpenedBy] = useState<'hover' | 'press' | null>(null)
  const id = useId()
  const close = () => setOpenedBy(null)
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'

  function press() {
    // Hovering has opened it before the press could: the press then means 'keep it open'.
    setOpenedBy(openedBy === 'press' ? null : 'press')
  }
  function leave(event: FocusEvent<HTMLLIElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }
  function closeOnEscape(event: KeyboardEvent<HTMLLIElement>) {
    if (event.key !== 'Escape' || openedBy === null) return
    close()
    event.currentTarget.querySelector('button')?.focus()
  }

  return (
    <li
      onPointerEnter={(event) => isMouse(event) && setOpenedBy(openedBy ?? 'hover')}
      onPointerLeave={(event) => isMouse(event) && close()}
      onBlur={leave}
      onKeyDown={closeOnEscape}
    >
      {children}
      <button
        type="button"
        aria-expanded={openedBy !== null}
        aria-controls={id}
        aria-label={`${label} submenu`}
        onClick={press}
      >
        <Icon name="caret-down" />
      </button>
      <ul id={id} className={styles.submenu} hidden={openedBy === null}>
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link to={to} onClick={close} aria-current={to === pathname ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
