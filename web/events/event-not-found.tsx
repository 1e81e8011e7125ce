import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './event.module.css'

export function EventNotFound() {
  return (
    <Wrap>
      <PageTitle
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Events', to: '/book-event-main' },
          { label: 'Event not found' },
        ]}
        lede="It may have been removed, or the web address may be wrong."
      >
        Event not found
      </PageTitle>
      <p className={styles.nextLink}>
        <ButtonLink to="/book-event-main">See all events</ButtonLink>
      </p>
    </Wrap>
  )
}
