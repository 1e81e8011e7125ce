import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import styles from './portal.module.css'

/** Titles of the parts of the profile that have their own pages, by the last part of the address. */
export const PROFILE_PAGES = {
  contact: 'How we contact you',
  'sign-in': 'How you sign in',
  devices: 'Your devices',
  viewers: 'Who has looked at your results',
  erase: 'Erase your data',
} as const

const LINKS = [
  { to: 'contact', label: 'How we contact you and your support needs' },
  { to: 'sign-in', label: 'Password, email and two-step verification' },
  { to: 'devices', label: 'Devices where you are signed in' },
  { to: 'consents', label: 'Consents' },
  { to: 'payments', label: 'Payments and receipts' },
  { to: 'letter', label: 'A letter with a code' },
  { to: 'my-data', label: 'All my data' },
  { to: 'viewers', label: 'Who has looked at my results' },
  { to: 'erase', label: 'Erase my data' },
] as const

/** On a phone, in place of the sections. */
export function ProfileIndex() {
  return (
    <nav className={styles.index} aria-label="Parts of your profile">
      <ul>
        {LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link to={`/portal/${to}`}>
              {label}
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
