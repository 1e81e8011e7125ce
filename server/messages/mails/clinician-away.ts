import { dayInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

type About = {
  to: string
  clinician: string
  cover: string
  /** Who entered it. */
  by: string
  /** London dates, both included. */
  from: string
  until: string
}

/** To the clinician who is away and to the colleague who covers. */
export function clinicianAway({ to, clinician, cover, by, from, until }: About) {
  const days =
    from === until ? `on ${dayInWords(from)}` : `from ${dayInWords(from)} to ${dayInWords(until)}`
  return letter({
    to,
    subject: `CHAPS office: ${clinician} is away ${days}`,
    parts: [
      `${by} has entered that ${clinician} is away ${days}, and that ${cover} looks after the results and tasks that wait meanwhile.`,
      'If this is wrong, open the office, Clinicians away, and end the absence there.',
      closing,
    ],
  })
}
