import type { Subscription } from '../../../domain/contract.ts'
import { normaliseEmail } from '../../../domain/email-address.ts'
import { CONFIRM_DAYS, NEWSLETTER_WORDS, whyNotSubscribe } from '../../../domain/newsletter.ts'
import { visibleName } from '../../../domain/person-name.ts'
import type { Deps } from '../../deps.ts'
import { newsletterAsked } from '../../messages/mails/newsletter-asked.ts'
import { newsletterKnown } from '../../messages/mails/newsletter-known.ts'
import { commit } from '../../platform/commit.ts'
import { plainText } from '../../platform/http/plain-text.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consume, consumeOrThrow } from '../../platform/rate-limits/rate-limits.ts'
import { linksOf } from './double-opt-in.ts'
import { upsertSubscription } from './newsletter.queries.ts'
import { NEWSLETTER } from './opt-in.ts'

const DAY_MS = 24 * 3_600_000

/**
 * New and known addresses get the same response. Throws Refused: name_and_email_required,
 * email_address_invalid, invalid_request, too_many_requests.
 */
export async function requestSubscription(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>,
  { asked, address }: { asked: Subscription; address: string },
): Promise<void> {
  const name = visibleName(asked.name)
  const email = normaliseEmail(plainText(asked.email))
  const reason = whyNotSubscribe({ name, email })
  if (reason) throw new Refused(reason)
  const { jobs } = deps
  const now = deps.now()
  await commit(deps, async (tx) => {
    await consumeOrThrow(tx, deps, 'newsletter asked from an address', address)
    const row = await upsertSubscription(tx, {
      name,
      email,
      hearAboutEvent: asked.hear_about_event ?? false,
      wording: NEWSLETTER_WORDS,
      askedAt: now,
      confirmUntil: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS),
    })
    if ((await consume(tx, deps, 'newsletter mails to', email)) === null) return
    const { confirm, leave: unsubscribe } = linksOf(deps, NEWSLETTER, row.id)
    const mail =
      row.state === 'confirmed'
        ? newsletterKnown({ email, unsubscribe })
        : newsletterAsked({ email, confirm, unsubscribe })
    await jobs.enqueue(tx, 'mail', mail)
  })
}
