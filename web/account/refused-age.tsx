import { firstScreeningDay, whyNotAge } from '../../domain/age.ts'
import { dayInWords, ukDate } from '../../domain/uk-time.ts'
import { Link } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'

/** What a man outside the ages that we screen can do instead; nothing for any other date. */
export function RefusedAge({ dateOfBirth }: { dateOfBirth: string }) {
  const why = whyNotAge(dateOfBirth, ukDate(new Date()))
  if (why === null) return null
  if (why === 'too_old')
    return (
      <Notice title="If you are over 80" level={3}>
        <p>
          Please read{' '}
          <Link to="/information-hub/elderly-psa-testing">PSA testing for men over 80</Link>. Your
          GP can tell you whether a test would help you.
        </p>
      </Notice>
    )
  return (
    <Notice title="If you are under 40" level={3}>
      <p>
        You can book from {dayInWords(firstScreeningDay(dateOfBirth))}, when you will be 40. If you
        are worried before then, please ask your GP.
      </p>
    </Notice>
  )
}
