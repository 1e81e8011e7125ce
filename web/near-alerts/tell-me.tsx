import { data, type MetaDescriptor } from 'react-router'
import { OptInPage } from '../link-owner/opt-in-page.tsx'
import { shownOwner } from '../link-owner/shown-owner.ts'
import NotFound from '../not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/choices.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextField } from '../ui/field.tsx'
import type { Route } from './+types/tell-me.ts'
import styles from './tell-me.module.css'
import { formText, stepText } from './tell-me.server.ts'

const TRAIL = [
  { label: 'Home', to: '/' },
  { label: 'Find a screening event', to: '/book-event-main' },
  { label: 'Alerts' },
]

type Form = ReturnType<typeof formText>

export function loader({ params, request, context }: Route.LoaderArgs) {
  if (params.step === undefined)
    return { form: formText(new URL(request.url).searchParams), step: null, owner: null }
  const step = stepText(params.step)
  if (!step) throw data(null, 404)
  return { form: null, step, owner: context.get(shownOwner) }
}

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const { title } = loaderData?.form ?? loaderData?.step ?? { title: 'Page not found' }
  const isWrong = loaderData?.form && loaderData.form.errors.length > 0
  return [
    { title: `${isWrong ? 'Error: ' : ''}${title} – ${SITE_NAME}` },
    { name: 'robots', content: 'noindex' },
  ]
}

/** The form for alerts of events near a place, and the pages that follow it. Plain forms, which the server reads. */
export default function TellMe({
  loaderData: { form, step, owner },
  params,
}: Route.ComponentProps) {
  const text = form ?? step
  if (!text) return <NotFound />
  return (
    <OptInPage
      kind="near_alert"
      trail={TRAIL}
      words={text}
      step={params.step}
      owner={owner}
      className={styles.step}
    >
      {form && <AlertForm form={form} />}
    </OptInPage>
  )
}

export function ErrorBoundary() {
  return <NotFound />
}

function AlertForm({ form }: { form: Form }) {
  const { labels, location, miles, errors } = form
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message
  return (
    <form className={styles.form} method="post" action="/tell-me">
      <ErrorSummary errors={errors} />
      <TextField
        name="location"
        label={labels.location}
        autoComplete="postal-code"
        maxLength={80}
        defaultValue={location}
        error={errorOf('location')}
      />
      <RadioGroup
        name="miles"
        label={labels.miles}
        options={form.choices}
        defaultValue={miles}
        inline
      />
      <TextField
        name="email"
        label={labels.email}
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errorOf('email')}
      />
      <p>
        {form.note} <a href="/privacy-policy">{form.privacy}</a>
      </p>
      <Button type="submit">{form.button}</Button>
    </form>
  )
}
