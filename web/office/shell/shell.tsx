import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { RouteFocus } from '../../chrome/route-focus.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'
import { ToastRegion } from '../../ui/toast-region.tsx'
import { Help } from '../help/help.tsx'
import { useLock } from '../lock.ts'
import { entriesFor, entryOf } from '../navigation.ts'
import { useKeys } from '../parts/use-keys.ts'
import { leaveOffice, useMe } from '../session.ts'
import { IdleWarning } from './idle-warning.tsx'
import { Mark } from './mark.tsx'
import { OfficeBanners } from './office-banners.tsx'
import { roleText } from './role-text.ts'
import { SearchBox } from './search-box.tsx'
import styles from './shell.module.css'
import { SHELL_KEYS } from './shell-keys.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** The frame of every screen; `screens` are the paths that exist. */
export function Shell({ screens }: { screens: readonly string[] }) {
  const reason = useLock()
  const { key } = useLocation()
  const isLoading = useNavigation().state === 'loading'
  useKeys(SHELL_KEYS)
  return (
    <>
      <div className={styles.shell} data-locked={reason !== null || undefined}>
        <a className="skip" href="#main">
          Skip to main content
        </a>
        <Header key={key} screens={screens} />
        <main id="main" tabIndex={-1} aria-busy={isLoading || undefined}>
          <OfficeBanners />
          <Outlet />
        </main>
        <ToastRegion />
      </div>
      {reason ? <SignInAgain reason={reason} /> : <IdleWarning />}
      <ScrollRestoration />
      <RouteFocus />
    </>
  )
}

export function Starting() {
  return (
    <main className={styles.starting}>
      <Spinner>Opening the office...</Spinner>
    </main>
  )
}

function Header({ screens }: { screens: readonly string[] }) {
  const { name, roles, permissions } = useMe()
  const { pathname } = useLocation()
  const entries = entriesFor(permissions, screens)
  const current = entryOf(entries, pathname)
  const [isOpen, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    <header className={styles.header} data-open={isOpen || undefined}>
      <div className={`${styles.bar} on-navy`}>
        <Mark />
        <button
          type="button"
          ref={toggle}
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'x' : 'list'} />
          Menu
        </button>
        <SearchBox />
        <div className={styles.person}>
          <p>
            <b>{name}</b>
            <span>{roleText(roles)}</span>
          </p>
          <Help />
          <SignOut />
        </div>
      </div>
      <nav id="menu" className={styles.menu} aria-label="Office">
        <div>
          <ul>
            {entries.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} aria-current={to === current?.to ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ThemeChoice />
        </div>
      </nav>
    </header>
  )
}

function SignOut() {
  const [isLeaving, setLeaving] = useState(false)
  async function leave() {
    if (isLeaving) return
    setLeaving(true)
    await leaveOffice('/login')
  }
  return (
    <button type="button" aria-disabled={isLeaving || undefined} onClick={leave}>
      <Icon name="sign-out" />
      {isLeaving ? 'Signing out...' : 'Sign out'}
    </button>
  )
}
