import { Link } from 'react-router'
import { ACCOUNTS, GIFTS, SPENT_ON } from '../../content/gifts.ts'
import { charity } from '../charity.ts'
import styles from './support-us.module.css'

const inPounds = (pounds: number) => `£${pounds.toLocaleString('en-GB')}`

/** What gifts do, Gift Aid, and who answers for the money. */
export function GiftFacts() {
  return (
    <>
      <section className={styles.facts} aria-labelledby="what-a-gift-does">
        <h2 id="what-a-gift-does">What a gift does</h2>
        <dl>
          {GIFTS.map(({ pounds, does }) => (
            <div key={pounds}>
              <dt className="num">{inPounds(pounds)}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="measure">
          These amounts are a guide: we use gifts where they are needed most. <b>Gift Aid:</b> if
          you pay UK tax, tick the box on the donation page and we can claim an extra 25p for every
          pound you give, at no cost to you. You must have paid at least that much Income Tax or
          Capital Gains Tax in the tax year.
        </p>
      </section>
      <section className={styles.facts} aria-labelledby="who-answers">
        <h2 id="who-answers">Who looks after the money</h2>
        <p className="measure">
          {charity.registration}. <Link to="/about-us#our-team">Our trustees</Link> are responsible
          for the money and are not paid. In the year to {ACCOUNTS.year} we received{' '}
          <span className="num">{inPounds(ACCOUNTS.income)}</span> and spent{' '}
          <span className="num">{inPounds(ACCOUNTS.spent)}</span>. Of every pound we spent:
        </p>
        <dl>
          {SPENT_ON.map(({ pence, on }) => (
            <div key={on}>
              <dt className="num">{pence}p</dt>
              <dd>{on}</dd>
            </div>
          ))}
        </dl>
        <p className="measure">
          Our accounts and annual report are on the Charity Commission’s register. We will send you
          a copy if you ask: <a href={`mailto:${charity.email}`}>{charity.email}</a>.
        </p>
      </section>
    </>
  )
}
