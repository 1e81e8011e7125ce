import { CHARITY_NAME } from '../../content/charity.ts'
import { POSTER } from '../../content/poster.ts'
import { charity } from '../charity.ts'
import men from '../ui/art/men-eight.svg'
import evening from '../ui/art/poster-evening.svg'
import styles from './poster.module.css'

const LEFT = 60
const THIRD = 246

/** The poster, in the proportions of A4 (840 by 1188). */
export function PosterPicture() {
  const { day, date, headline, about, asks, limitsTitle, limits } = POSTER
  return (
    <svg
      className={styles.poster}
      viewBox="0 0 840 1188"
      role="img"
      aria-labelledby="poster-title poster-words"
    >
      <title id="poster-title">Poster for World Cancer Day</title>
      <desc id="poster-words">
        Men walk to a lit village hall in the evening. Below them, eight men stand in a row, one of
        them in a lit archway. The words on the poster are in the text on this page.
      </desc>
      <rect className={styles.paper} width="840" height="1188" />
      <image href={evening} width="840" height="580" />
      <g className={styles.onNavy}>
        <text className={styles.day} x={LEFT} y="68">
          {day}, {date}
        </text>
        {headline.map((line, index) => (
          <text key={line} className={styles.headline} x={LEFT} y={136 + index * 62}>
            {line}
          </text>
        ))}
      </g>
      <rect className={styles.sage} y="580" width="840" height="204" />
      <image href={men} x="20" y="610" width="800" height="126" />
      <rect className={styles.navy} x="20" y="735" width="800" height="2" />
      <text className={styles.about} x="420" y="768" textAnchor="middle">
        {about}
      </text>
      {asks.map(({ who, what }, index) => (
        <g key={who}>
          <rect
            className={styles.navy}
            x={LEFT + index * THIRD}
            y="818"
            width={THIRD - 24}
            height="3"
          />
          <text className={styles.who} x={LEFT + index * THIRD} y="854">
            {who}
          </text>
          {what.map((line, row) => (
            <text key={line} x={LEFT + index * THIRD} y={884 + row * 26}>
              {line}
            </text>
          ))}
        </g>
      ))}
      <rect className={styles.sand} x={LEFT} y="944" width="720" height="150" />
      <rect className={styles.navy} x={LEFT} y="944" width="8" height="150" />
      <text className={styles.who} x={LEFT + 30} y="982">
        {limitsTitle}
      </text>
      {limits.map((line, index) => (
        <text key={line} className={styles.limit} x={LEFT + 30} y={1014 + index * 28}>
          {line}
        </text>
      ))}
      <text className={styles.name} x={LEFT} y="1152">
        {CHARITY_NAME}
      </text>
      <text className={styles.limit} x="780" y="1132" textAnchor="end">
        {charity.tagline}. Questions? {charity.booking_helpline}
      </text>
      <text className={styles.small} x="780" y="1156" textAnchor="end">
        {charity.registration}
      </text>
    </svg>
  )
}
