import { useState } from 'react'
import { NavLink } from 'react-router'
import { CHARITY_NAME } from '../../content/charity.ts'
import type { UserProfile } from '../../domain/contract.ts'
import { signOut } from '../session.ts'
import { Monogram } from '../ui/art/monogram.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './portal-page.module.css'

const LINKS = [
  { to: '/portal', label: 'Profile', icon: 'user' },
  { to: '/medical-results', label: 'Medical Results', icon: 'test-tube' },
  { to: '/upcoming-events', label: 'Upcoming Events', icon: 'calendar-blank' },
] as const

export function UserPanel({ member }: { member: UserProfile }) {
  const { firstName, lastName, profileId } = member
  return (
    <nav className={styles.panel} aria-label="Portal">
      <p className={styles.member}>
        <span className={styles.avatar}>
          <Monogram name={`${firstName.slice(0, 1)} ${lastName.slice(0, 1)}`} place={0} />
        </span>
        <span>
          <b>
            {firstName} {lastName}
          </b>
          <span className="small soft num">
            {CHARITY_NAME} {profileId}
          </span>
        </span>
      </p>
      <ul>
        {LINKS.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to}>
              <Icon name={icon} />
              {label}
            </NavLink>
          </li>
        ))}
        <li>
          <Logout />
        </li>
      </ul>
    </nav>
  )
}

function Logout() {
  const [isLeaving, setLeaving] = useState(false)
  async function leave() {
    if (isLeaving) return
    setLeaving(true)
    await signOut()
  }
  return (
    <button type="button" aria-disabled={isLeaving || undefined} onClick={leave}>
      <Icon name="sign-out" />
      {isLeaving ? 'Logging out...' : 'Logout'}
    </button>
  )
}
