import { isRouteErrorResponse, useRouteError } from 'react-router'
import { dayInWords } from '../../domain/uk-time.ts'
import { ApiError, get } from '../api.ts'
import { CouldNotLoad } from '../events/could-not-load.tsx'
import NotFound from '../not-found.tsx'
import { pageMeta, SITE_NAME } from '../page-meta.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/past-newsletter.ts'

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return (await get(context, 'GET /api/newsletters/:id', { params: { id } })).newsletter
}

export function meta({ loaderData: newsletter }: Route.MetaArgs) {
  if (!newsletter)
    return [{ title: `Page not found – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
  const { subject, sent_on: day } = newsletter
  const description = `Our newsletter of ${dayInWords(day)}: ${subject}`
  return pageMeta({ title: subject, description })
}

export default function PastNewsletter({ loaderData: newsletter }: Route.ComponentProps) {
  const { subject, sent_on: day, html } = newsletter
  return (
    <Wrap>
      <PageTitle
        trail={[
          { label: 'Home', to: '/' },
          { label: 'News', to: '/news' },
          { label: 'Past newsletters', to: '/newsletters' },
          { label: subject },
        ]}
        lede={`Our newsletter of ${dayInWords(day)}`}
      >
        {subject}
      </PageTitle>
      <Prose html={html} />
    </Wrap>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing =
    (isRouteErrorResponse(error) || error instanceof ApiError) && error.status === 404
  return isMissing ? <NotFound /> : <CouldNotLoad title="Newsletter" what="this newsletter" />
}
