import { newsletterConfirmed } from '../../messages/mails/newsletter-confirmed.ts'
import type { OptIn } from './double-opt-in.ts'
import {
  findSubscription,
  markConfirmed,
  markLeft,
  type SubscriptionRow,
} from './newsletter.queries.ts'

export const NEWSLETTER: OptIn<SubscriptionRow> = {
  name: 'newsletter',
  subject: 'subscription',
  path: '/newsletter',
  leave: ['unsubscribe', 'unsubscribed'],
  find: findSubscription,
  markConfirmed,
  markLeft,
  welcome: (row, unsubscribe) => newsletterConfirmed({ ...row, unsubscribe }),
}
