import type { Block } from '../../content/about.ts'
import { charity } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { TestLimits } from '../pages/test-limits.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { ExpandingText } from '../ui/expanding-text.tsx'
import { Section, Split, Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/about-us.ts'
import styles from './about-us.module.css'
import { aboutUs } from './about-us.server.ts'
import { Contact } from './contact.tsx'
import { SampleRibbon } from './sample-ribbon.tsx'
import { Supporters } from './supporters.tsx'
import { Team } from './team.tsx'

const ABOUT_CUT_AT = 300
const CARD_CUT_AT = 250

export const loader = aboutUs

export const meta = contentMeta

export default function AboutUs({ loaderData }: Route.ComponentProps) {
  const { page, about, team, trustees, supporters, getInvolved, contactForm } = loaderData
  return (
    <>
      <Wrap>
        <ContentTitle page={page} />
        <SampleRibbon />
      </Wrap>
      <About blocks={about} />
      <Team team={team} trustees={trustees} />
      <Supporters supporters={supporters} />
      <GetInvolved cards={getInvolved} />
      <Contact form={contactForm} />
    </>
  )
}

function About({ blocks }: { blocks: readonly Block[] }) {
  return (
    <section id="about-the-charity" aria-labelledby="about">
      <Wrap>
        <Split>
          <div className="stack-roomy">
            <h2 id="about" className="caps">
              About the charity
            </h2>
            <Buttons>
              <ButtonLink caps to="/book-event-main">
                Book an event
              </ButtonLink>
            </Buttons>
          </div>
          <div>
            {blocks.map(({ title, text }) => (
              <div key={title} className={styles.block}>
                <h3>{title}</h3>
                <ExpandingText paragraphs={text} limit={ABOUT_CUT_AT} about={`‘${title}’`} />
              </div>
            ))}
            <TestLimits />
          </div>
        </Split>
      </Wrap>
    </section>
  )
}

function GetInvolved({ cards }: { cards: readonly Block[] }) {
  return (
    <Section title="Get involved" id="get-involved" tone="sage">
      <div className={styles.cards}>
        {cards.map(({ title, text }) => (
          <div key={title} className={styles.card}>
            <h3>{title}</h3>
            <ExpandingText paragraphs={text} limit={CARD_CUT_AT} about={`‘${title}’`} />
          </div>
        ))}
      </div>
      <Buttons>
        <ButtonLink kind="quiet" to={charity.donate_url} target="_blank">
          Donate <span className="visually-hidden">(opens in a new tab)</span>
        </ButtonLink>
        <ButtonLink kind="quiet" to="/events">
          Hold an event
        </ButtonLink>
      </Buttons>
    </Section>
  )
}
