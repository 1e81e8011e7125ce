import { useLocation } from 'react-router'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './event.module.css'
import { Helpline } from './helpline.tsx'

/** The page's matter could not be had: says so, offers the same address again and the telephone. */
export function CouldNotLoad({ title, what }: { title: string; what: string }) {
  const { pathname, search } = useLocation()
  return (
    <Wrap>
      <PageTitle>{title}</PageTitle>
      <div className={styles.wayOn}>
        <Notice tone="warn" title={`We could not load ${what}`} role="alert">
          <p>Please try again in a moment, or ring us and we will look it up for you.</p>
          <p>
            <Helpline />
          </p>
        </Notice>
        <ButtonLink to={`${pathname}${search}`} reloadDocument>
          Try again
        </ButtonLink>
      </div>
    </Wrap>
  )
}
