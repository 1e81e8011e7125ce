import { hasNotBegun, type NewsletterRow } from '../../../domain/office/newsletters.ts'

type Shown = { label: string; tone: 'good' | 'none' | 'warn' }

export function stateOf(newsletter: NewsletterRow): Shown {
  if (isWaiting(newsletter)) return { label: 'About to be sent', tone: 'warn' }
  const states: Record<NewsletterRow['state'], Shown> = {
    draft: { label: 'Draft', tone: 'none' },
    sending: { label: 'Being sent', tone: 'warn' },
    stopped: { label: 'Stopped', tone: 'warn' },
    sent: { label: 'Sent', tone: 'good' },
  }
  return states[newsletter.state]
}

/** Whether nobody has had a mail of it yet. */
export function isWaiting({ state, begins_at: begins }: NewsletterRow): boolean {
  return hasNotBegun({ state, beginsAt: begins === null ? null : new Date(begins) }, new Date())
}

/** '40 of 120 people'. */
export function progressInWords({ state, readers, mailed }: NewsletterRow): string {
  if (state === 'draft') return 'Nobody yet'
  if (state === 'sent') return peopleInWords(readers)
  return `${mailed.toLocaleString('en-GB')} of ${peopleInWords(readers)}`
}

export function peopleInWords(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'person' : 'people'}`
}
