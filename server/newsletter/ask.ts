import { ipPrefix } from '../../auth/limits/ip-prefix.ts'
import type { Subscription } from '../../domain/contract.ts'
import { normaliseEmail } from '../../domain/email-address.ts'
import { CONFIRM_DAYS, NEWSLETTER_WORDS, whyNotSubscribe } from '../../domain/newsletter.ts'
import type { Deps } from '../deps.ts'
import { plainText } from '../http/plain-text.ts'
import { Refused } from '../http/refused.ts'
import { newsletterAsked } from '../mails/newsletter-asked.ts'
import { newsletterKnown } from '../mails/newsletter-known.ts'
import { commit } from '../platform/commit.ts'
import { consumeOrThrow } from '../rate-limits/consume-or-throw.ts'
import { consume } from '../rate-limits/rate-limits.queries.ts'
import { subscriptionLink } from './links.ts'
import { askForNewsletter } from './newsletter.queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Per address and day, since its owner may not have asked for a mail. */
const MAILS_A_DAY = 3
/** Per IP prefix and hour, since many may share one; scaled by the rate limit setting. */
const ASKED_AN_HOUR = 30

/**
 * Mails the owner of an address a link to confirm the newsletter (trap 31). New, pending, former
 * and confirmed addresses take the same steps and get the same response; only the mail differs.
 * Throws Refused: name_and_email_required, email_address_invalid, too_many_requests.
 */
export async function askToSubscribe(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'fieldKeys' | 'settings' | 'cache'>,
  { asked, address }: { asked: Subscription; address: string },
): Promise<void> {
  const name = plainText(asked.name)
  const email = normaliseEmail(plainText(asked.email))
  const reason = whyNotSubscribe({ name, email })
  if (reason) throw new Refused(reason)
  const { fieldKeys, jobs, settings } = deps
  const now = deps.now()
  const count = (what: string, who: string) => ({ what, who: fieldKeys.blindIndex(who, what) })
  const perAddress = Math.ceil(ASKED_AN_HOUR * settings.rateLimitScale)
  await commit(deps, async (tx) => {
    const asker = count('newsletter asked from an address', ipPrefix(address))
    await consumeOrThrow(tx, asker, { limit: perAddress, windowMs: HOUR_MS, now })
    const row = await askForNewsletter(tx, {
      ...{ name, email, hearAboutEvent: asked.hear_about_event ?? false },
      wording: NEWSLETTER_WORDS,
      askedAt: now,
      confirmUntil: new Date(now.getTime() + CONFIRM_DAYS * DAY_MS),
    })
    const mailsTo = count('newsletter mails to', email)
    const rule = { limit: MAILS_A_DAY, windowMs: DAY_MS, now }
    if (!(await consume(tx, mailsTo, rule))) return
    const unsubscribe = subscriptionLink(deps, row.id, 'unsubscribe')
    const confirm = subscriptionLink(deps, row.id, 'confirm')
    const mail =
      row.state === 'confirmed'
        ? newsletterKnown({ email, unsubscribe })
        : newsletterAsked({ email, confirm, unsubscribe })
    await jobs.enqueue(tx, 'mail', mail)
  })
}
