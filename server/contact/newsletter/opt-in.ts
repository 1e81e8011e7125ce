import { NEWSLETTER_WORDS } from '../../../domain/newsletter.ts'
import { newsletterConfirmed } from '../../messages/mails/newsletter-confirmed.ts'
import { newsletterKnown } from '../../messages/mails/newsletter-known.ts'
import { newsletterRequested } from '../../messages/mails/newsletter-requested.ts'
import type { OptIn } from './double-opt-in.ts'
import { type SubscriptionRow, subscriptions } from './newsletter.queries.ts'

type Columns = Pick<SubscriptionRow, 'email' | 'name' | 'hearAboutEvent'>

export const NEWSLETTER: OptIn<SubscriptionRow, Columns> = {
  name: 'newsletter',
  subject: 'subscription',
  path: '/newsletter',
  leave: ['unsubscribe', 'unsubscribed'],
  wording: NEWSLETTER_WORDS,
  limits: { requestsFrom: 'newsletter asked from an address', mailsTo: 'newsletter mails to' },
  ...subscriptions,
  mails: {
    requested: ({ email }, { confirm, leave: unsubscribe }) =>
      newsletterRequested({ email, confirm, unsubscribe }),
    known: ({ email }, unsubscribe) => newsletterKnown({ email, unsubscribe }),
    confirmed: (row, unsubscribe) => newsletterConfirmed({ ...row, unsubscribe }),
  },
}
