import { partsOf } from '../../content/read-document.ts'
import { WHEN_TO_ARRIVE } from '../../domain/preparation.ts'
import { WHAT_TO_BRING, WHAT_TO_BRING_IN_SHORT } from '../../domain/what-to-bring.ts'
import { FourSteps } from '../home/four-steps.tsx'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { TestLimits } from '../pages/test-limits.tsx'
import { ResultRuler } from '../ui/art/result-ruler.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Section, Split, Wrap } from '../ui/layout.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/screening-event.ts'
import { readScreening } from './read-screening.server.ts'
import styles from './screening.module.css'
import { ShortFacts } from './short-facts.tsx'

const RESULT = 'what-your-result-says'
const BRING = 'what-to-bring'
const TO_BRING = `<p>${WHEN_TO_ARRIVE}</p>\n<ul>${WHAT_TO_BRING.map((thing) => `<li>${thing}</li>`).join('')}</ul>\n`

export function loader() {
  const { meta, html } = readScreening('chaps-screening-event')
  const parts = partsOf('chaps-screening-event', html).map((part) =>
    part.id === BRING ? { ...part, html: TO_BRING + part.html } : part,
  )
  const facts = [...meta.facts, { what: 'What to bring', fact: WHAT_TO_BRING_IN_SHORT }]
  return { page: contentPage('/chaps-screening-event'), facts, parts }
}

export const meta = contentMeta

export default function ScreeningEvent({ loaderData }: Route.ComponentProps) {
  const { page, facts, parts } = loaderData
  return (
    <>
      <Wrap>
        <ContentTitle page={page} />
        <TestLimits />
      </Wrap>
      <Section title="Four steps on the day">
        <FourSteps />
      </Section>
      <Wrap>
        <Split>
          <ShortFacts facts={facts} />
          <div className={styles.parts}>
            {parts.map(({ id, title, html }) => (
              <section key={id} aria-labelledby={id}>
                <h2 id={id}>{title}</h2>
                {id === RESULT && <ResultRuler />}
                <Prose html={html} />
              </section>
            ))}
          </div>
        </Split>
        <div className={`${styles.page} ${styles.days}`}>
          <Buttons>
            <ButtonLink caps to="/book-event-main">
              Book an event
            </ButtonLink>
          </Buttons>
        </div>
      </Wrap>
    </>
  )
}
