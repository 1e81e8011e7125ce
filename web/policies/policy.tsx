import { pageMeta } from '../page-meta.ts'
import { contentPage } from '../pages/content-page.server.ts'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/policy.ts'
import { PolicyPage } from './policy-page.tsx'
import { readPolicy } from './read-policy.server.ts'

/** The privacy policy, the page of cookies or that of accessibility, by the address. */
export function loader({ url: { pathname } }: Route.LoaderArgs) {
  const name = pathname.split('/')[1] ?? ''
  return { page: contentPage(pathname), policy: readPolicy(name) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(loaderData.page)
}

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { page, policy } = loaderData
  return (
    <PolicyPage page={page} meta={policy.meta}>
      <Prose html={policy.html} />
    </PolicyPage>
  )
}
