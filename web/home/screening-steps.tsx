import { TestLimits } from '../pages/test-limits.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import { FourSteps } from './four-steps.tsx'
import styles from './screening-steps.module.css'

export function ScreeningSteps() {
  return (
    <section className={styles.section} aria-labelledby="screening">
      <Wrap>
        <Split>
          <h2 id="screening">What happens at a screening event</h2>
          <p className="lede">
            You give a small blood sample from your arm. There is no examination. Most men are in
            and out in 15 minutes.
          </p>
        </Split>
        <FourSteps />
        <div className={styles.end}>
          <Buttons>
            <ButtonLink caps to="/book-event-main">
              Book an event
            </ButtonLink>
            <ButtonLink kind="quiet" caps to="/chaps-screening-event">
              Read more <span className="visually-hidden">about screening events</span>
            </ButtonLink>
          </Buttons>
          <TestLimits />
        </div>
      </Wrap>
    </section>
  )
}
