import type { MetaDescriptor } from 'react-router'
import { OptInPage, type OptInWords } from '../link-owner/opt-in-page.tsx'
import { shownOwner } from '../link-owner/shown-owner.ts'
import NotFound from '../not-found.tsx'
import { SITE_NAME } from '../page-meta.ts'
import type { Route } from './+types/newsletter.ts'
import styles from './stay-in-touch.module.css'

const TRAIL = [{ label: 'Home', to: '/' }, { label: 'News', to: '/news' }, { label: 'Newsletter' }]

const NEWS = { to: '/news', label: 'Read our news' }

const STEPS: Record<string, OptInWords> = {
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
    onward: NEWS,
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    lede: 'Press the button and we will stop sending you the newsletter.',
    button: 'Unsubscribe',
  },
  unsubscribed: {
    title: 'You have unsubscribed',
    lede: 'We will not send you any more newsletters. You will still get emails about your bookings.',
    onward: NEWS,
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

export default function Newsletter({ params, loaderData }: Route.ComponentProps) {
  const text = Object.hasOwn(STEPS, params.step) ? STEPS[params.step] : undefined
  if (!text) return <NotFound />
  return (
    <OptInPage
      kind="newsletter"
      trail={TRAIL}
      words={text}
      step={params.step}
      owner={loaderData.owner}
      className={styles.action}
    />
  )
}
