import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { charity, telephoneLink } from '../../content/charity.ts'
import { NAVIGATION, type NavLink, SMALL_PRINT } from './links.ts'
import styles from './site-footer.module.css'

/** What stands under every page but the news list (spec §2, Shared chrome). */
export function SiteFooter() {
  if (useLocation().pathname === '/news') return null
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className="stack">
            <h2>Prefer to talk?</h2>
            <Telephone number={charity.bookingHelpline}>
              Booking helpline, {charity.helplineHours}
            </Telephone>
            <Telephone number={charity.generalEnquiries}>General enquiries</Telephone>
          </div>
          <div className="stack">
            <h2>Write to us</h2>
            <address>
              {[charity.name, ...charity.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <p>
              <a href={`mailto:${charity.email}`}>{charity.email}</a>
            </p>
          </div>
          <LinkList title="Find your way" links={NAVIGATION} />
          <LinkList title="Small print" links={SMALL_PRINT} />
        </div>
        <div className={styles.end}>
          <p>
            ©{' '}
            <span ref={showThisYear} suppressHydrationWarning>
              {new Date().getFullYear()}
            </span>{' '}
            {charity.name}. {charity.registration}.
          </p>
          <p className={styles.powered}>
            <PoweredByMark />
            Powered by {charity.poweredBy}
          </p>
        </div>
      </div>
    </footer>
  )
}

function Telephone({ number, children }: { number: string; children: ReactNode }) {
  return (
    <p>
      <a className={styles.telephone} href={telephoneLink(number)}>
        {number}
      </a>
      <span className="small">{children}</span>
    </p>
  )
}

function LinkList({ title, links }: { title: string; links: readonly NavLink[] }) {
  return (
    <nav className="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={label}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A page that was rendered last year says this year all the same. */
function showThisYear(year: HTMLElement | null) {
  if (year) year.textContent = String(new Date().getFullYear())
}

function PoweredByMark() {
  return (
    <svg viewBox="0 0 28 28" fill="none" strokeWidth="2" aria-hidden="true" focusable="false">
      <circle cx="14" cy="14" r="13" />
      <path d="M5 15h5l3-7 4 12 2.500-5H23" strokeLinejoin="round" />
    </svg>
  )
}
