import { Helpline } from '../events/helpline.tsx'
import { ButtonLink, Buttons } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './booking-success.module.css'

export function NoSuchBooking() {
  return (
    <Wrap>
      <PageTitle lede="It may have been cancelled, or the date may have passed.">
        We cannot find this booking
      </PageTitle>
      <div className={styles.page} data-booking="">
        <Buttons>
          <ButtonLink to="/upcoming-events">See your upcoming events</ButtonLink>
          <ButtonLink kind="quiet" to="/">
            Go to Home
          </ButtonLink>
        </Buttons>
        <p>
          If you think this is wrong, call <Helpline />.
        </p>
      </div>
    </Wrap>
  )
}
