import { Link } from 'react-router'
import gland from '../ui/art/hub-gland.svg'
import works from '../ui/art/hub-works.svg'
import pressure from '../ui/art/number-pressure.svg'
import styles from './information-hub.module.css'

type Card = { id: string; path: string; title: string; description: string; minutes: number }
type CardsProps = { cards: readonly Card[]; elderly: { path: string; title: string } }

const PICTURES: Record<string, string> = {
  'prostate-cancer': gland,
  'mens-health': pressure,
  'health-in-workplace': works,
}

export function ArticleCards({ cards, elderly }: CardsProps) {
  return (
    <section aria-label="Articles">
      <ul className={styles.cards}>
        {cards.map(({ id, path, title, description, minutes }) => (
          <li key={id} id={id}>
            <img src={PICTURES[id]} width={200} height={150} alt="" />
            <div>
              <h2>
                <Link to={path}>{title}</Link>
              </h2>
              <p>{description}</p>
              <p className="small soft">{minutes} minutes to read</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.elderly}>
        Over 80? Please read <Link to={elderly.path}>{elderly.title}</Link> first.
      </p>
    </section>
  )
}
