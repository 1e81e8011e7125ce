import { Link } from 'react-router'
import { charity } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { TestLimits } from '../pages/test-limits.tsx'
import hall from '../ui/art/place-hall.svg'
import { Split, Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/support-us.ts'
import { GiftFacts } from './gift-facts.tsx'
import { SampleRibbon } from './sample-ribbon.tsx'
import styles from './support-us.module.css'
import { BecomeSupporter } from './supporters.tsx'

export const loader = () => contentPage('/support-us')

export const meta = contentMeta

export default function SupportUs({ loaderData }: Route.ComponentProps) {
  return (
    <Wrap>
      <ContentTitle page={loaderData} />
      <SampleRibbon />
      <div className={styles.page}>
        <Split ratio="wide">
          <div className="stack-roomy">
            <h2>
              Pledge <span className="num">£100</span> as a supporter
            </h2>
            <p className="measure">
              A pledge of £100 makes you, your club or your firm a supporter of the charity. It goes
              towards what each event needs: phlebotomists, the laboratory, a hall and the follow-up
              of results that are not normal. It lets us come to places where men could not pay.
            </p>
            <p className="measure">
              You give through our donation service, which opens in a new tab. No card details pass
              through this site. A gift does not buy a place at an event and does not change
              anyone’s result.
            </p>
            <BecomeSupporter />
          </div>
          <img src={hall} width={560} height={360} alt="" />
        </Split>
        <GiftFacts />
        <section className={styles.ways} aria-labelledby="other-ways">
          <h2 id="other-ways">Other ways to help</h2>
          <ul>
            <li>
              <a href={charity.donate_url} target="_blank" rel="noreferrer">
                Donate any amount
                <span className="visually-hidden"> (opens in a new tab)</span>
              </a>
              , once or every month.
            </li>
            <li>
              <Link to="/about-us#get-involved">Raise money</Link> with a quiz, a walk or a cake
              sale.
            </li>
            <li>
              Host an event: in <Link to="/events#community">your hall</Link>, in{' '}
              <Link to="/events#freemason">your lodge</Link> or{' '}
              <Link to="/events#corporate">at work</Link>.
            </li>
            <li>
              <Link to="/contact-us">Give your time</Link>: greet men, show them to a chair, make
              the tea.
            </li>
          </ul>
        </section>
        <TestLimits />
      </div>
    </Wrap>
  )
}
