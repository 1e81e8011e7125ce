import type { AuthMessage, MailLook } from '../options.ts'
import { type Letterhead, type Part, writeLetter } from './letter.ts'
import type { Draft, DraftPart, Happening } from './mails.ts'

const LONGEST_DEVICE = 80

/** Writes drafts in the letterhead; without one, in the name of the site. */
export function createMailWriter(
  siteName: string,
  { letterhead, timeZone = 'UTC', deviceWords = shortened }: MailLook = {},
): (draft: Draft) => Promise<AuthMessage> {
  const plain: Letterhead = { name: siteName, tagline: '', foot: [siteName] }
  const clock = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })

  function partOf(part: DraftPart): Part {
    if (typeof part === 'string' || !('at' in part)) return part
    return {
      facts: [
        ['When', clock.format(part.at).replace(',', '')],
        ['Where', placeOf(part)],
      ],
    }
  }

  function placeOf({ by }: Happening): string {
    if (!by) return `Changed for you by ${siteName}`
    return `${deviceWords(by.userAgent)}, network address ${by.ip}`
  }

  return async ({ to, subject, parts }) => {
    const head = letterhead ? await letterhead() : plain
    return { to, subject, ...writeLetter(head, { subject, parts: parts.map(partOf) }) }
  }
}

function shortened(userAgent: string): string {
  return userAgent.slice(0, LONGEST_DEVICE) || 'An unknown device'
}
