import { CHARITY_NAME } from '../../content/charity.ts'
import { POSTER } from '../../content/poster.ts'
import { charity, taglineInSentence, telephoneLink } from '../charity.ts'
import { ContentTitle, contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { Wrap } from '../ui/layout.tsx'
import type { Route } from './+types/poster.ts'
import styles from './poster.module.css'
import { PosterPicture } from './poster-picture.tsx'

export function loader() {
  return contentPage('/world-cancer-day-poster')
}

export const meta = contentMeta

export default function Poster({ loaderData: page }: Route.ComponentProps) {
  return (
    <Wrap>
      <ContentTitle page={page} />
      <div className={styles.page}>
        <PosterPicture />
        <div>
          <h2>How to print it</h2>
          <p>
            Print this page in the usual way. Only the poster will print, on one sheet of A4. Choose
            colour, and ‘actual size’ or ‘100%’. You can put it up anywhere men will see it.
          </p>
          <PosterText />
        </div>
      </div>
    </Wrap>
  )
}

function PosterText() {
  const { day, date, headline, about, asks, limitsTitle, limits } = POSTER
  return (
    <section className={styles.text} aria-labelledby="says">
      <h2 id="says">What it says</h2>
      <p>
        {day}, {date}.
      </p>
      <p>
        <b>{headline.join(' ')}</b> {about}
      </p>
      <ul>
        {asks.map(({ who, what }) => (
          <li key={who}>
            <b>{who}</b> {what.join(' ')}
          </li>
        ))}
      </ul>
      <h3>{limitsTitle}</h3>
      <ul>
        {limits.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        {CHARITY_NAME}, {taglineInSentence()}. Questions?{' '}
        <a href={telephoneLink('booking_helpline')}>{charity.booking_helpline}</a>
      </p>
    </section>
  )
}
