import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter, type Outgoing } from './letter.ts'

/** To the address that a record had before an account with another address claimed it. */
export function accountConnected({
  to,
  firstName,
  at,
}: {
  to: string
  firstName: string
  at: Date
}): Outgoing {
  return letter({
    to,
    subject: 'An online account was connected to your record',
    parts: [
      greeting(firstName),
      `An online account with another email address was connected to your record today, ${dayInWords(ukDate(at))}, with the code from a letter of ours.`,
      wording`If this was not you, please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}. If it was you, there is nothing to do.`,
      closing,
    ],
  })
}
