import { redirect, useRouteError } from 'react-router'
import { needsPayment } from '../../domain/events.ts'
import { ApiError, get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { requireMember } from '../session.ts'
import { isSignedIn } from '../signed-in.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Stepper } from '../ui/stepper.tsx'
import type { Route } from './+types/check-nhs-number.ts'
import { bookingOwner, stepIn, stepsTo } from './booking-path.ts'
import styles from './check-nhs-number.module.css'
import { wantedIn, withWanted } from './chosen-before-sign-in.ts'
import { DayBox } from './day-box.tsx'
import { eventIdFrom, toastSignInAgain } from './event-in-url.ts'
import { LoadingStep } from './loading-step.tsx'
import { NhsNumberForm } from './nhs-number-form.tsx'
import { asksNhsNumber, hasConfirmedNhs } from './nhs-number-step.ts'
import { stepAddress } from './steps.ts'
import { storedHold } from './stored-hold.ts'

const TITLE = 'Confirm your NHS number'

export function meta() {
  return [
    { title: `${TITLE} – ${SITE_NAME}` },
    { name: 'robots', content: 'noindex' },
    { name: 'format-detection', content: 'telephone=no' },
  ]
}

/** Redirects when the event needs no NHS number. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
  // The time first, and the account last.
  if (!isSignedIn()) return redirect(stepAddress(Number(eventIdFrom(request)), 'time'))
  const member = await requireMember({ request, onSessionEnd: toastSignInAgain })
  const id = eventIdFrom(request)
  const { search } = new URL(request.url)
  const { event } = await get(context, 'GET /api/events/:id', { params: { id } })
  const onward = withWanted(stepAddress(event.event_id, stepIn(search)), wantedIn(search))
  if (!asksNhsNumber(event, new Date())) return redirect(onward)
  const owner = bookingOwner(member, event)
  const isTimeFirst = (storedHold(owner)?.until ?? 0) > Date.now()
  return { member, event, onward, isTimeFirst, isConfirmed: hasConfirmedNhs(owner) }
}

export function HydrateFallback() {
  return <LoadingStep>Loading your details</LoadingStep>
}

export default function CheckNhsNumber({ loaderData }: Route.ComponentProps) {
  const { member, event, onward, isTimeFirst, isConfirmed } = loaderData
  const isPaid = needsPayment(event)
  return (
    <Wrap>
      <Stepper
        steps={stepsTo({ asksNhsNumber: true, isPaid, isTimeFirst })}
        current={isTimeFirst ? 1 : 0}
      />
      <PageTitle>{TITLE}</PageTitle>
      <div className={styles.page}>
        <DayBox event={event} />
        {isConfirmed && (
          <Notice icon="check-circle" title="You have confirmed your NHS number">
            <p>You can continue, or type it again below if it was wrong.</p>
            <p>
              <ButtonLink to={onward}>
                {isTimeFirst ? 'Continue' : 'Continue to choose a time'}
              </ButtonLink>
            </p>
          </Notice>
        )}
        <NhsNumberForm key={event.event_id} member={member} event={event} onward={onward} />
      </div>
    </Wrap>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = error instanceof ApiError && error.status === 404
  return isMissing ? <EventNotFound /> : <CouldNotLoad title={TITLE} what="this event" />
}
