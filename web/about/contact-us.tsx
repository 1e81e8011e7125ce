import { pageMeta } from '../page-meta.ts'
import { contentPage } from '../pages/content-page.server.ts'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/contact-us.ts'
import { Contact } from './contact.tsx'

export const loader = () => contentPage('/contact-us')

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta(loaderData)
}

/** How to reach the charity, on a page of its own. */
export default function ContactUs({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Wrap>
        <PageTitle
          trail={loaderData.trail}
          lede="Ring us, write an e-mail or send a letter. Whichever you choose, a person answers."
        >
          {loaderData.title}
        </PageTitle>
      </Wrap>
      <Contact title="How to reach us" />
    </>
  )
}
