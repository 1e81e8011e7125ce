import { Link } from 'react-router'
import { charity } from '../../content/charity.ts'
import { ACCOUNTS, GIFTS, SPENT_ON } from '../../content/gifts.ts'
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
          These sums are a guide: we use gifts where they are needed most. <b>Gift Aid:</b> if you
          pay UK tax, tick it on the donation page and we can claim 25p more for each pound, at no
          cost to you. You need to have paid at least that much income or capital gains tax in the
          year.
        </p>
      </section>
      <section className={styles.facts} aria-labelledby="who-answers">
        <h2 id="who-answers">Who answers for the money</h2>
        <p className="measure">
          {charity.registration}. <Link to="/about-us#our-team">Our trustees</Link> answer for it,
          unpaid. In the year to {ACCOUNTS.year} we took in{' '}
          <span className="num">{inPounds(ACCOUNTS.income)}</span> and spent{' '}
          <span className="num">{inPounds(ACCOUNTS.spent)}</span>. Of each pound spent:
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
          Our accounts and yearly report are in the register of charities. We send a copy to anybody
          who asks: <a href={`mailto:${charity.email}`}>{charity.email}</a>.
        </p>
      </section>
    </>
  )
}
