import { charity } from '../charity.ts'
import narrow from '../ui/art/hero-narrow.svg'
import wide from '../ui/art/hero-wide.svg'
import { ButtonLink } from '../ui/button.tsx'
import styles from './hero.module.css'
import { NearMe } from './near-me.tsx'

export function Hero() {
  return (
    <div className={`${styles.hero} on-navy`}>
      <div className="wrap">
        <h1 tabIndex={-1}>
          <span>Advocacy for Men’s Health</span>{' '}
          <span>Campaigning for Accessible PSA Screening</span>
        </h1>
        <p>{charity.home_lede}</p>
        <ButtonLink kind="sage" caps to="/book-event-main">
          Book an event
        </ButtonLink>
        <NearMe />
      </div>
      <picture>
        <source media="(width < 37.5em)" srcSet={narrow} width={780} height={960} />
        <img src={wide} width={1440} height={760} alt="" fetchPriority="high" />
      </picture>
    </div>
  )
}
