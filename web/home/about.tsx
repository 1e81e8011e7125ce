import { charity } from '../charity.ts'
import forty from '../ui/art/halls-forty.svg'
import ten from '../ui/art/halls-ten.svg'
import twenty from '../ui/art/halls-twenty.svg'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Split, Wrap } from '../ui/layout.tsx'
import styles from './about.module.css'

export function About() {
  return (
    <section className={styles.about} aria-labelledby="about">
      <Wrap>
        <Split>
          <h2 id="about">Founded by a surgeon who had seen too many men too late</h2>
          <div className="stack-roomy">
            <p className="lede">
              A retired urological surgeon founded the charity in 2000. Throughout his career he had
              met men whose cancer could have been found years earlier. So he took the test to
              places where men already were.
            </p>
            <p className="measure">
              At first the plan was to offer screening for 3 years. We are still here: in lodges,
              town halls, club houses and canteens.
            </p>
            <Buttons>
              <ButtonLink caps to="/book-event-main">
                Book an event
              </ButtonLink>
              <ButtonLink kind="quiet" caps to="/about-us#about-the-charity">
                Read more <span className="visually-hidden">about the charity</span>
              </ButtonLink>
            </Buttons>
          </div>
        </Split>
        <figure className={styles.halls}>
          <picture>
            <source media="(width < 37.5em)" srcSet={ten} width={320} height={157} />
            <source media="(width < 62.5em)" srcSet={twenty} width={640} height={77} />
            <img src={forty} width={1280} height={37} loading="lazy" alt="" />
          </picture>
          <figcaption>{charity.home_reach}</figcaption>
        </figure>
      </Wrap>
    </section>
  )
}
