import type { Supporter } from '../../content/supporters.ts'
import { charity } from '../charity.ts'
import { Wordmark } from '../ui/art/wordmark.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Section } from '../ui/layout.tsx'
import styles from './supporters.module.css'

export function Supporters({ supporters }: { supporters: readonly Supporter[] }) {
  return (
    <Section title="Our Supporters" id="our-supporters" ruled>
      <ul className={styles.grid}>
        {supporters.map((supporter) => (
          <li key={supporter.name}>
            <Wordmark {...supporter} />
          </li>
        ))}
      </ul>
      <BecomeSupporter />
    </Section>
  )
}

export function BecomeSupporter() {
  return (
    <ButtonLink to={charity.supporter_url} target="_blank">
      Become a Supporter <span className="visually-hidden">(opens in a new tab)</span>
    </ButtonLink>
  )
}
