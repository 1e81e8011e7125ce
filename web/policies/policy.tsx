import { headingsOf } from '../../content/read-document.ts'
import { contentMeta } from '../pages/content-head.tsx'
import { contentPage } from '../pages/content-page.server.ts'
import { Prose } from '../ui/prose.tsx'
import type { Route } from './+types/policy.ts'
import { PolicyPage } from './policy-page.tsx'
import { readPolicy } from './read-policy.server.ts'
import { refundExample } from './refund-example.server.ts'
import { RefundExample } from './refund-example.tsx'

export function loader({ url: { pathname } }: Route.LoaderArgs) {
  const name = pathname.split('/')[1] ?? ''
  const policy = readPolicy(name)
  const example = name === 'refund-policy' ? refundExample() : null
  const parts = headingsOf(policy.html)
  if (example) parts.push({ id: 'example', title: 'An example' })
  return { page: contentPage(pathname), policy, parts, example }
}

export const meta = contentMeta

export default function Policy({ loaderData }: Route.ComponentProps) {
  const { page, policy, parts, example } = loaderData
  return (
    <PolicyPage page={page} meta={policy.meta} parts={parts}>
      <Prose html={policy.html} />
      {example && <RefundExample {...example} />}
    </PolicyPage>
  )
}
