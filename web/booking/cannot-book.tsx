import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { CharityEvent } from '../../domain/contract.ts'
import { Helpline } from '../events/helpline.tsx'
import { closedInWords } from '../events/way-to-book.ts'
import { Button, ButtonLink, Buttons } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { AccessCodeNotice } from './access-code-notice.tsx'
import { isCodeNeeded } from './booking-text.ts'
import styles from './cannot-book.module.css'
import { DayBox } from './day-box.tsx'

type Props = {
  event: CharityEvent
  /** The event's label, 'No slots', or the error from loading the times. */
  reason: unknown
}

/** Replaces the picker when there are no times. */
export function CannotBook({ event, reason }: Props) {
  return (
    <Wrap>
      <PageTitle>Choose a time</PageTitle>
      <div className={styles.page} data-booking="">
        <DayBox event={event} />
        <Why event={event} reason={reason} />
        <Buttons>
          {isFailure(reason) && <TryAgain />}
          <ButtonLink kind={typeof reason === 'string' ? 'primary' : 'quiet'} to="/book-event-main">
            See other events
          </ButtonLink>
        </Buttons>
      </div>
    </Wrap>
  )
}

function Why({ event, reason }: Props): ReactNode {
  if (reason === 'Event Passed' || reason === 'Booking Closed') {
    return (
      <Notice title={reason}>
        <p>{closedInWords(event, reason)}</p>
      </Notice>
    )
  }
  if (reason === 'No slots') {
    return (
      <Notice tone="warn" title="No slots generated">
        <p>No time slots found for this event</p>
        <p>
          Please call <Helpline />
          and we will put that right.
        </p>
      </Notice>
    )
  }
  if (isCodeNeeded(reason)) return <CodeFirst event={event} />
  return (
    <Notice tone="warn" role="alert">
      <p>Failed to load available time slots. Please try again later.</p>
      <p>
        You can also call <Helpline /> and book by phone.
      </p>
    </Notice>
  )
}

function CodeFirst({ event }: { event: CharityEvent }) {
  const revalidator = useRevalidator()
  return <AccessCodeNotice event={event} onRight={() => revalidator.revalidate()} />
}

function TryAgain() {
  const revalidator = useRevalidator()
  return (
    <Button pending={revalidator.state === 'loading'} onClick={() => revalidator.revalidate()}>
      Try again
    </Button>
  )
}

function isFailure(reason: unknown): boolean {
  return typeof reason !== 'string' && !isCodeNeeded(reason)
}
