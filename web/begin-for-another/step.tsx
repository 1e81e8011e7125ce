import { data, type MetaDescriptor } from 'react-router'
import { OptInPage } from '../link-owner/opt-in-page.tsx'
import { shownOwner } from '../link-owner/shown-owner.ts'
import NotFound from '../not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import type { Route } from './+types/step.ts'
import styles from './begin.module.css'
import { stepText } from './begin.server.ts'

const TRAIL = [
  { label: 'Home', to: '/' },
  { label: 'Find a screening event', to: '/book-event-main' },
  { label: 'Begin for somebody else' },
]

export function loader({ params, context }: Route.LoaderArgs) {
  const step = stepText(params.step)
  if (!step) throw data(null, 404)
  return { step, owner: context.get(shownOwner) }
}

export function meta({ loaderData }: Route.MetaArgs): MetaDescriptor[] {
  const title = loaderData?.step.title ?? 'Page not found'
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** The pages that follow the form by which somebody begins for another person. */
export default function BeginStep({ loaderData, params }: Route.ComponentProps) {
  const { step, owner } = loaderData
  return (
    <OptInPage
      kind="begin"
      trail={TRAIL}
      words={step}
      step={params.step}
      owner={owner}
      className={styles.step}
    />
  )
}

export function ErrorBoundary() {
  return <NotFound />
}
