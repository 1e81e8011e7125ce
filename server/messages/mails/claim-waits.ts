import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'

/** To an address of a record that an account claims, before anything is shown. */
export function claimWaits({
  to,
  firstName,
  link,
  at,
}: {
  to: string
  firstName: string
  link: string
  at: Date
}): Outgoing {
  return letter({
    to,
    subject: 'Is this you? An online account has asked to see your record',
    parts: [
      greeting(firstName),
      `Today, ${dayInWords(ukDate(at))}, an online account asked to see your record with us, with the code from a letter. It cannot see anything yet.`,
      {
        words: 'Please tell us whether it was you. Opening the link does not decide anything.',
        link,
        label: 'Answer: was it me?',
      },
      wording`If it was not you, you can also call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}.`,
      closing,
    ],
  })
}

/** To each clinician; names only the member number. */
export function claimWaitsAtOffice({
  to,
  memberId,
  until,
  publicUrl,
}: {
  to: string
  memberId: number
  until: string
  publicUrl: string
}): Draft {
  return letter({
    to,
    subject: `An account claims record ${memberId}`,
    parts: [
      `An account has entered the code from our letter to member ${memberId} with the right date of birth. Somebody who neither asked for nor printed that letter must decide by ${dayInWords(until)}.`,
      openClaims(publicUrl),
    ],
  })
}

/** To each admin; names only the member number. */
export function claimNotTheirs({
  to,
  memberId,
  publicUrl,
}: {
  to: string
  memberId: number
  publicUrl: string
}): Draft {
  return letter({
    to,
    subject: `A claim to record ${memberId} was made by a stranger`,
    parts: [
      `Somebody who has the contact details of member ${memberId} says that they did not claim the record with the code from our letter. They have not been shown anything. Please find out how the code got into other hands.`,
      { words: 'What was done:', link: `${publicUrl}/office/audit`, label: 'See the audit log' },
    ],
  })
}

/** To each admin, when the account of a person of the staff claims a record that they prepared. */
export function claimByStaff({
  to,
  memberId,
  publicUrl,
}: {
  to: string
  memberId: number
  publicUrl: string
}): Draft {
  return letter({
    to,
    subject: `A claim to record ${memberId} by a member of staff was refused`,
    parts: [
      `A member of staff tried to claim record ${memberId} for their own account. They asked for, printed or posted its letter, or changed the record. The claim was refused.`,
      { words: 'Who it was:', link: `${publicUrl}/office/audit`, label: 'See the audit log' },
    ],
  })
}

/** To the account whose claim was not released. */
export function claimRefused({ to }: { to: string }): Outgoing {
  return letter({
    to,
    subject: 'We could not link the record to your account',
    parts: [
      'Hello,',
      'You entered the code from one of our letters. We have not linked the record to your account.',
      wording`Please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}. We will tell you why and help you.`,
      closing,
    ],
  })
}

/** To both addresses of an account that changed its own while its claim waits. */
export function claimWaitsAnew({ to, until }: { to: string; until: string }): Outgoing {
  return letter({
    to,
    subject: 'Your email address changed, so we ask again',
    parts: [
      'Hello,',
      'You entered the code of a letter from us, and then the email address of your account changed. We link the record to an account only with the address that was confirmed for it, so we have asked again.',
      `You will hear from us by ${dayInWords(until)}. There is nothing to do.`,
      wording`If you did not change the address, please call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}.`,
      closing,
    ],
  })
}

function openClaims(publicUrl: string) {
  return {
    words: 'The open claims:',
    link: `${publicUrl}/office/record-claims`,
    label: 'See the claims',
  }
}
