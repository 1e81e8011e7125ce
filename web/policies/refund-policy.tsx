import { pageMeta } from '../page-meta.ts'
import { contentPage } from '../pages/content-page.server.ts'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/refund-policy.ts'
import { PolicyPage } from './policy-page.tsx'
import { readPolicy } from './read-policy.server.ts'
import { refundExample } from './refund-example.server.ts'
import { RefundExample } from './refund-example.tsx'

export function loader() {
  return {
    page: contentPage('/refund-policy'),
    policy: readPolicy('refund-policy'),
    example: refundExample(),
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(loaderData.page)
}

/** The refund policy (spec §9), its rules worked out for one appointment. */
export default function RefundPolicy({ loaderData }: Route.ComponentProps) {
  const { page, policy, example } = loaderData
  return (
    <PolicyPage page={page} meta={policy.meta}>
      <Prose html={policy.html} />
      <RefundExample {...example} />
    </PolicyPage>
  )
}
