import { Link } from 'react-router'
import styles from './title-only.module.css'

/** The title of a page whose matter is still to come, and a way on. */
export function TitleOnly({ title, sentence }: { title: string; sentence?: string }) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {sentence && <p className={styles.lead}>{sentence}</p>}
      <p>
        We are still writing this page. <Link to="/book-event-main">See our upcoming events</Link>{' '}
        or <Link to="/">go back home</Link>.
      </p>
    </div>
  )
}
