import type { MetaDescriptor } from 'react-router'
import { shownOwner } from '../link-owner/shown-owner.ts'
import { TokenLink } from '../link-owner/token-link.tsx'
import NotFound from '../not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/newsletter.ts'
import styles from './stay-in-touch.module.css'

type Step = { title: string; lede: string; button?: string; isDone?: true }

const TRAIL = [{ label: 'Home', to: '/' }, { label: 'News', to: '/news' }, { label: 'Newsletter' }]

const STEPS: Record<string, Step> = {
  sent: {
    title: 'Please open your email',
    lede: 'Successfully subscribed to the newsletter! Please open the email that we have sent you and confirm it.',
  },
  problem: {
    title: 'There is a problem',
    lede: 'Please provide both name and email. The form is below: an email address looks like name@example.org.',
  },
  confirm: {
    title: 'Confirm your newsletter',
    lede: 'Press the button and we will send you our newsletter, about once a month.',
    button: 'Yes, send me the newsletter',
  },
  confirmed: {
    title: 'You are subscribed',
    lede: 'Thank you. Every newsletter has a link to unsubscribe.',
    isDone: true,
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    lede: 'Press the button and we will stop sending you the newsletter.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You have unsubscribed',
    lede: 'We will not send you any more newsletters. You will still get emails about your bookings.',
    isDone: true,
  },
  'link-over': {
    title: 'This link no longer works',
    lede: 'It may be too old, or part of it may be missing. You can subscribe again below, or unsubscribe with the link in our newest email.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return { owner: context.get(shownOwner) }
}

export function meta({ params }: Route.MetaArgs): MetaDescriptor[] {
  const title = STEPS[params.step]?.title ?? 'Page not found'
  return [{ title: `${title} – ${SITE_NAME}` }, { name: 'robots', content: 'noindex' }]
}

/** Opening a mailed link changes nothing: the form posts to the page's own address with the token. */
export default function Newsletter({ params, loaderData }: Route.ComponentProps) {
  const step = Object.hasOwn(STEPS, params.step) ? STEPS[params.step] : undefined
  if (!step) return <NotFound />
  const page = (
    <Wrap>
      <PageTitle trail={TRAIL} lede={step.lede}>
        {step.title}
      </PageTitle>
      <div className={styles.action}>
        {step.button && (
          <form method="post">
            <Button type="submit">{step.button}</Button>
          </form>
        )}
        {step.isDone && (
          <ButtonLink kind="quiet" to="/news">
            Read our news
          </ButtonLink>
        )}
      </div>
    </Wrap>
  )
  if (params.step !== 'confirm') return page
  return (
    <TokenLink kind="newsletter" owner={loaderData.owner}>
      {page}
    </TokenLink>
  )
}
