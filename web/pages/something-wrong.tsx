import { Link, useLocation } from 'react-router'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './title-only.module.css'

/** Stands in for a page that failed: says what is known and shows a way on. */
export function SomethingWrong({ status }: { status: number }) {
  const { pathname, search } = useLocation()
  const isBusy = status === 503
  return (
    <Wrap>
      <PageTitle
        lede={
          isBusy
            ? 'Please try again in a moment.'
            : 'An unexpected error occurred. Please try again later.'
        }
      >
        {isBusy ? 'We are very busy' : 'Something went wrong'}
      </PageTitle>
      <div className={styles.matter}>
        <p>
          <Link to={pathname + search} reloadDocument>
            Try again
          </Link>{' '}
          or <Link to="/">go back home</Link>.
        </p>
      </div>
    </Wrap>
  )
}
