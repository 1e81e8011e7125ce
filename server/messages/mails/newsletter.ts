import { greeting } from '../../../domain/person-name.ts'
import { type Draft, letter, type Part } from './letter.ts'

type Words = { subject: string; body: string; publicUrl: string }
type NewsletterMail = Words & {
  /** Of the newsletter on the website; null when it is not shown there. */
  id: number | null
  subscription: { id: string; email: string; name: string }
  unsubscribe: string
}

/** One of the charity's newsletters, to somebody who confirmed that they want them. */
export function newsletter({ id, subscription, unsubscribe, ...words }: NewsletterMail): Draft {
  const { email: to, name } = subscription
  const onSite = `${words.publicUrl}/newsletters/${id}`
  const mail = letter({
    to,
    subject: words.subject,
    parts: [
      greeting(name),
      body(words),
      ...(id === null
        ? []
        : [
            {
              words: 'You can also read this newsletter on our website:',
              link: onSite,
              label: 'Read it on the website',
            },
          ]),
      toUnsubscribe(unsubscribe),
    ],
  })
  return { ...mail, unsubscribe, about: aboutNewsletter(subscription.id) }
}

/** To the colleague who writes it, so that they see it as readers will. */
export function newsletterTest({ to, ...words }: Words & { to: string }): Draft {
  return letter({
    to,
    subject: `Test: ${words.subject}`,
    parts: [
      'This is a test. Nobody else has got it. Readers are greeted by their name instead of these lines.',
      body(words),
      toUnsubscribe(`${words.publicUrl}/newsletter/unsubscribe`),
    ],
  })
}

/** The kind of a newsletter's mails, before the id of the subscription. */
export const NEWSLETTER = 'newsletter'

function aboutNewsletter(subscriptionId: string): string {
  return `${NEWSLETTER} ${subscriptionId}`
}

function body({ body: markdown, publicUrl: site }: Words): Part {
  return { markdown, site }
}

function toUnsubscribe(link: string): Part {
  return {
    words:
      'You get this because you subscribed to our newsletter. To unsubscribe, open this link and press the button:',
    link,
    label: 'Unsubscribe',
  }
}
