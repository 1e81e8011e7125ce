import { OUR, type Wording, wording } from '../../../domain/charity.ts'
import { WITHDRAWAL_WORDS } from '../../../domain/consent-withdrawal.ts'
import { fullNameInMessages, greeting } from '../../../domain/person-name.ts'
import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter, type Outgoing } from './letter.ts'

type BookedTest = { reference: string; startsAt: Date }
type WithdrawnInWords = {
  member: { id: number; firstName: string; lastName: string; email: string | null }
  consent: { eventName: string }
  withdrawnAt: Date
}

export function consentWithdrawn({
  member,
  consent,
  booked,
  outcome,
  withdrawnAt,
  publicUrl,
}: WithdrawnInWords & {
  booked: BookedTest | null
  outcome: 'cancelled' | 'office told' | 'nothing'
  publicUrl: string
}): Outgoing {
  return letter({
    to: member.email,
    subject: 'You have withdrawn your consent',
    parts: [
      greeting(member.firstName),
      `At ${momentInWords(withdrawnAt)} you withdrew your consent to the test at ${consent.eventName}.`,
      WITHDRAWAL_WORDS.test,
      ...(booked ? [aboutAppointment(booked, outcome, withdrawnAt)] : []),
      WITHDRAWAL_WORDS.kept,
      {
        words:
          'You can give consent again at any time. If you did not withdraw it, please tell us. See your consents here:',
        link: `${publicUrl}/portal/consents`,
        label: 'Go to your consents',
      },
      closing,
    ],
  })
}

function aboutAppointment(
  { reference, startsAt }: BookedTest,
  outcome: string,
  now: Date,
): Wording {
  const which = `your appointment at ${momentInWords(startsAt)} (${reference})`
  if (outcome === 'cancelled')
    return `We have cancelled ${which} and sent you a separate email about it.`
  if (startsAt <= now) return `About ${which}: ${WITHDRAWAL_WORDS.sample}`
  return wording`It is too late to cancel ${which} online. We have marked it ‘without consent’ and told our office. To cancel it, please call ${OUR.booking_helpline} (${OUR.helpline_hours}).`
}

export function consentWithdrawnToOffice({
  booked,
  now,
  ...about
}: WithdrawnInWords & { booked: BookedTest; office: string; now: Date }): Draft {
  const todo =
    booked.startsAt > now
      ? 'Please make sure that no blood is taken, and ask the member if they want to cancel the appointment.'
      : 'Please ask the laboratory to stop, if the sample has not been tested yet.'
  return toOffice({ ...about, booked, subject: 'has withdrawn their consent', todo })
}

export function consentGivenAgainToOffice(
  about: Omit<WithdrawnInWords, 'withdrawnAt'> & { booked: BookedTest; office: string },
): Draft {
  const todo = 'The member has given consent again, so the test can go ahead.'
  return toOffice({ ...about, subject: 'has given consent again', todo })
}

function toOffice({
  member,
  consent,
  booked,
  office,
  subject,
  todo,
}: Omit<WithdrawnInWords, 'withdrawnAt'> & {
  booked: BookedTest
  office: string
  subject: string
  todo: string
}): Draft {
  const mail = letter({
    to: office,
    subject: `Member ${member.id} ${subject}`,
    parts: [
      {
        facts: [
          ['Member', String(member.id)],
          ['Name', fullNameInMessages(member)],
          ['Event', consent.eventName],
          ['Appointment', `${momentInWords(booked.startsAt)} (${booked.reference})`],
        ],
      },
      todo,
    ],
  })
  return { ...mail, ...(member.email !== null && { replyTo: member.email }) }
}
