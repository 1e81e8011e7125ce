import { isRouteErrorResponse, type MetaDescriptor, useRouteError } from 'react-router'
import { type BeginField, mayBeginFor } from '../../domain/begin-for-another.ts'
import { longDate } from '../../domain/uk-time.ts'
import { filledForm } from '../about/filled-form.ts'
import { ApiError, get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import { EventNotFound } from '../events/event-not-found.tsx'
import { placeInWords } from '../events/event-text.ts'
import { Helpline } from '../events/helpline.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/begin.ts'
import styles from './begin.module.css'
import { CLOSED, FORM } from './begin.server.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { event } = await get(context, 'GET /api/events/:id', { params: { id: params.id } })
  const { event_id: id, event_name: name } = event
  const closed = { id, name, words: CLOSED, form: null }
  if (!mayBeginFor(event, new Date())) return closed
  const slots = await get(context, 'GET /api/events/:id/slots', { params: { id: params.id } })
  const times = Object.values(slots).flatMap(({ availableTimeSlots: free }) => free)
  if (times.length === 0) return closed
  const day = `${longDate(event.event_date)}, ${placeInWords(event)}`
  const form = { ...FORM, day, times, filled: context.get(filledForm) }
  return { id, name, words: FORM, form }
}

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const title = loaderData?.words.title ?? 'Event not found'
  const isWrong = (loaderData?.form?.filled?.errors.length ?? 0) > 0
  return [
    { title: `${isWrong ? 'Error: ' : ''}${title} – ${SITE_NAME}` },
    { name: 'robots', content: 'noindex' },
  ]
}

type Form = NonNullable<Route.ComponentProps['loaderData']['form']>

/** The form by which somebody asks us to hold a place for another person. A plain form, which the server reads. */
export default function Begin({ loaderData: { id, name, words, form } }: Route.ComponentProps) {
  return (
    <Wrap>
      <PageTitle
        trail={[
          { label: 'Home', to: '/' },
          { label: 'Events', to: '/book-event-main' },
          { label: name, to: `/event/${id}` },
          { label: 'Begin for somebody else' },
        ]}
        lede={words.lede}
      >
        {words.title}
      </PageTitle>
      {form ? (
        <BeginForm action={`/event/${id}/begin-for-another`} event={name} form={form} />
      ) : (
        <div className={styles.step}>
          <ButtonLink kind="quiet" to="/book-event-main">
            See all events
          </ButtonLink>
        </div>
      )}
    </Wrap>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  return isMissing(error) ? <EventNotFound /> : <CouldNotLoad title="Event" what="this event" />
}

function isMissing(error: unknown): boolean {
  return (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
}

function BeginForm({ action, event, form }: { action: string; event: string; form: Form }) {
  const { day, times, filled, points, privacy, neither, button } = form
  const errors = filled?.errors ?? []
  const field = (name: BeginField) => ({
    name,
    defaultValue: filled?.values[name],
    error: errors.find((error) => error.field === name)?.message,
  })
  return (
    <form className={styles.form} method="post" action={action} noValidate>
      <ErrorSummary errors={errors} />
      {filled?.problem && (
        <Notice tone="warn" role="alert">
          <p>{filled.problem}</p>
        </Notice>
      )}
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <section aria-labelledby="the-time">
        <h2 id="the-time">The time</h2>
        <p>
          {event}
          <br />
          {day}
        </p>
        <SelectField {...field('time')} label="Time" placeholder="Choose a time" options={times} />
      </section>
      <section aria-labelledby="him">
        <h2 id="him">Him</h2>
        <TextField {...field('his-first-name')} label="His first name" autoComplete="off" />
        <TextField {...field('his-last-name')} label="His last name" autoComplete="off" />
        <TextField
          {...field('his-email')}
          label="His email"
          hint="His own, not yours"
          type="email"
          autoComplete="off"
          optional
        />
        <TextField
          {...field('his-mobile')}
          label="His UK mobile"
          hint="Email or mobile: one of the two is enough"
          type="tel"
          autoComplete="off"
          optional
        />
        <p>
          {neither} <Helpline />
        </p>
      </section>
      <section aria-labelledby="you">
        <h2 id="you">You</h2>
        <TextField {...field('first-name')} label="Your first name" autoComplete="given-name" />
        <TextField {...field('last-name')} label="Your last name" autoComplete="family-name" />
        <TextField {...field('email')} label="Your email" type="email" autoComplete="email" />
        <p>
          {privacy.text} <a href="/privacy-policy">{privacy.link}</a>
        </p>
      </section>
      <Button type="submit">{button}</Button>
    </form>
  )
}
