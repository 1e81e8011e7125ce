// `npm run ops -- consent-link --member 1001 --date 2027-01-26` mails a member the link to the
// consent form of that day's appointment (docs/operations.md).
import { parseArgs } from 'node:util'
import { isCalendarDate, momentInWords } from '../domain/uk-time.ts'
import { sendConsentLink } from '../server/bookings/consent/consent-link.ts'
import { describeError } from '../server/platform/log.ts'
import { withJobs, withSite } from './with-site.ts'

try {
  console.log(await askForConsent(readArguments()))
} catch (error) {
  // Without the values of a failed query: the key may be among them.
  console.error(error instanceof Error ? describeError(error).message : error)
  process.exitCode = 1
}

function readArguments(): { memberId: number; testDate: string } {
  const options = { member: { type: 'string' }, date: { type: 'string' } } as const
  const { member = '', date = '' } = parseArgs({ options }).values
  if (!/^\d{1,10}$/.test(member) || !isCalendarDate(date)) {
    throw new Error('Usage: npm run ops -- consent-link --member 1001 --date 2027-01-26')
  }
  return { memberId: Number(member), testDate: date }
}

async function askForConsent(params: { memberId: number; testDate: string }): Promise<string> {
  const sent = await withSite((site) => withJobs(site, (deps) => sendConsentLink(deps, params)))
  if (!sent)
    throw new Error(`Member ${params.memberId} has no appointment to come on ${params.testDate}.`)
  const { eventName, until } = sent
  return `The link for ${eventName} goes to the member's own address. It works once, until ${momentInWords(until)}.`
}
