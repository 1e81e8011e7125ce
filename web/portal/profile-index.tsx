import { Link } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import styles from './portal.module.css'

/** Titles of the parts of the profile that have their own pages, by the last part of the address. */
export const PROFILE_PAGES = {
  contact: 'How we contact you and your support needs',
  'sign-in': 'Password, email and two-step verification',
  devices: 'Devices where you are signed in',
  viewers: 'Who has looked at my results',
  erase: 'Erase my data',
} as const

/** Each link has the name of the page that it leads to. */
const LINKS = [
  { to: 'contact', label: PROFILE_PAGES.contact },
  { to: 'sign-in', label: PROFILE_PAGES['sign-in'] },
  { to: 'devices', label: PROFILE_PAGES.devices },
  { to: 'consents', label: 'Consents' },
  { to: 'payments', label: 'Payments and receipts' },
  { to: 'letter', label: 'The code from our letter' },
  { to: 'my-data', label: 'All my data' },
  { to: 'viewers', label: PROFILE_PAGES.viewers },
  { to: 'erase', label: PROFILE_PAGES.erase },
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
