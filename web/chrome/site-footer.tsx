import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { CHARITY_NAME, POWERED_BY, SAMPLE_PEOPLE } from '../../content/charity.ts'
import { addressLines } from '../../domain/charity-forms.ts'
import type { PhoneFact } from '../../domain/charity-placeholders.ts'
import { charity, telephoneLink } from '../charity.ts'
import { PLACEHOLDERS } from '../placeholders.ts'
import { ThemeChoice } from '../ui/theme-choice.tsx'
import { LinkItems } from './link-items.tsx'
import { GUIDES, NAVIGATION, type NavLink, SMALL_PRINT } from './links.ts'
import styles from './site-footer.module.css'

// Around New Year London is on UTC.
const THIS_YEAR = import.meta.env.SSR ? PLACEHOLDERS.year : new Date().getUTCFullYear()

export function SiteFooter() {
  if (useLocation().pathname === '/news') return null
  return (
    <footer className={styles.footer}>
      <div className="wrap">
        <div className={styles.columns}>
          <div className={styles.reach}>
            <div className="stack">
              <h2>Prefer to talk?</h2>
              <Telephone fact="booking_helpline">
                Booking helpline, {charity.helpline_hours}
              </Telephone>
              <Telephone fact="general_enquiries">General enquiries</Telephone>
            </div>
            <div className="stack">
              <h2>Write to us</h2>
              <address>
                {[CHARITY_NAME, ...addressLines(charity)].map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              <p>
                <a href={`mailto:${charity.email}`}>{charity.email}</a>
              </p>
            </div>
          </div>
          <LinkList title="Find your way" links={NAVIGATION} />
          <LinkList title="Good to know" links={GUIDES} />
          <LinkList title="Small print" links={SMALL_PRINT} />
        </div>
        <div className={styles.end}>
          <p>
            © <span suppressHydrationWarning>{THIS_YEAR}</span> {CHARITY_NAME}.{' '}
            {charity.registration}.{SAMPLE_PEOPLE && ' The texts on this site are samples.'}
          </p>
          <ThemeChoice />
          <p className={styles.powered}>
            {/* One text, also where a translator puts each part into an element of its own. */}
            <span>Powered by {POWERED_BY}</span>
          </p>
        </div>
      </div>
    </footer>
  )
}

function Telephone({ fact, children }: { fact: PhoneFact; children: ReactNode }) {
  return (
    <p>
      <a className={styles.telephone} href={telephoneLink(fact)}>
        {charity[fact]}
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
        <LinkItems links={links} />
      </ul>
    </nav>
  )
}
