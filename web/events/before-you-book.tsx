import type { ReactNode } from 'react'
import type { CharityEvent } from '../../domain/contract.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import styles from './event.module.css'

/** The warnings of spec §2 (event detail) and the limits of the test. */
export function BeforeYouBook({ event }: { event: CharityEvent }) {
  return (
    <section aria-labelledby="before-you-book">
      <h2 id="before-you-book">Before you book</h2>
      <ul className={styles.warnings}>
        <Warning icon="identification-card" title="Bring the right NHS number.">
          {event.requires_nhs_number
            ? `The lab for this event${event.lab_name ? `, ${event.lab_name},` : ''} needs your correct 10-digit number.`
            : 'One of our labs needs your correct 10-digit number.'}{' '}
          It is on any NHS letter, a prescription or in the NHS App.
        </Warning>
        <Warning icon="warning" title="Not for men with a known prostatic condition.">
          The test is not appropriate for you then. If you have symptoms now, please see your GP.
        </Warning>
        <Warning icon="user-plus" title="New booking system.">
          Past clients must register again if they have not done so since 1 January 2025.
        </Warning>
        <Warning icon="scales" title="What the test cannot tell.">
          A raised result is not a diagnosis, and a normal one does not rule cancer out.{' '}
          <Link to="/information-hub/prostate-diseases-and-prostate-cancer">
            Weigh it up before you come
          </Link>
        </Warning>
      </ul>
    </section>
  )
}

type WarningProps = { icon: IconName; title: string; children: ReactNode }

function Warning({ icon, title, children }: WarningProps) {
  return (
    <li>
      <Icon name={icon} />
      <p>
        <b>{title}</b> {children}
      </p>
    </li>
  )
}
