import { Link } from 'react-router'
import arrive from '../ui/art/step-arrive.svg'
import desk from '../ui/art/step-questions.svg'
import sample from '../ui/art/step-sample.svg'
import styles from './information-hub.module.css'

type Card = { id: string; path: string; title: string; description: string; minutes: number }
type CardsProps = { cards: readonly Card[]; elderly: { path: string; title: string } }

const PICTURES: Record<string, string> = {
  'prostate-cancer': sample,
  'mens-health': desk,
  'health-in-workplace': arrive,
}

/** The three articles, and a word for the men whom the test is not for. */
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
