import { CHARITY_NAME } from '../../content/charity.ts'
import { charity, telephoneLink } from '../charity.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { MainNav } from './main-nav.tsx'
import styles from './site-header.module.css'
import { SmallMenu } from './small-menu.tsx'
import { useSignedIn } from './use-signed-in.ts'

export function SiteHeader() {
  const account = useSignedIn()
    ? { label: 'Portal', to: '/portal' }
    : { label: 'Login', to: '/login' }
  const contact = { label: 'Contact us', to: `mailto:${charity.email}` }
  const donate = { label: 'Donate', to: charity.donate_url }
  return (
    <header className={styles.header}>
      <div className={`${styles.help} on-navy`}>
        <div className="wrap">
          <a href={telephoneLink('booking_helpline')}>
            <Icon name="phone" />
            <span>Booking helpline</span> <b>{charity.booking_helpline}</b>
          </a>
          <a href={telephoneLink('general_enquiries')}>
            <span>General enquiries</span> <b>{charity.general_enquiries}</b>
          </a>
          <a className={styles.contact} href={contact.to}>
            <Icon name="envelope-simple" />
            {contact.label}
          </a>
        </div>
      </div>
      <div className={styles.bar}>
        <div className="wrap">
          <Link className={styles.logo} to="/">
            <img src="/favicon.svg" width={52} height={52} alt="" />
            <span>
              <b>{CHARITY_NAME}</b>
              <small>{charity.tagline}</small>
            </span>
          </Link>
          <MainNav />
          <div className={styles.actions}>
            <Link className={styles.account} to={account.to}>
              <Icon name="user" />
              {account.label}
            </Link>
            <ButtonLink kind="quiet" to={donate.to}>
              {donate.label}
            </ButtonLink>
          </div>
        </div>
        <SmallMenu more={[account, donate, contact]} />
      </div>
      <div className={styles.book}>
        <div className="wrap">
          <ButtonLink kind="sage" wide to="/book-event-main">
            Book event
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}
