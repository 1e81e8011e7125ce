import { Link, useLocation } from 'react-router'
import styles from './title-only.module.css'

/** Stands in for a page that failed: says what is known and shows a way on. */
export function SomethingWrong({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  return (
    <div className={styles.page}>
      <h1>{status === 503 ? 'We are very busy' : 'Something went wrong'}</h1>
      <p className={styles.lead}>
        {status === 503
          ? 'We are very busy. Please try again in a moment.'
          : 'An unexpected error occurred. Please try again later.'}
      </p>
      <p>
        <Link to={pathname + search} reloadDocument>
          Try again
        </Link>{' '}
        or <Link to="/">go back home</Link>.
      </p>
    </div>
  )
}
