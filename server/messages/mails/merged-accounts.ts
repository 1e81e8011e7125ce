import { OUR, wording } from '../../../domain/charity.ts'
import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { letter, type Outgoing } from './letter.ts'

type About = { member: { firstName: string; email: string | null }; publicUrl: string }

/** To the address of an account that a merge closed; the other address is not in it. */
export function accountClosed(about: About): Outgoing {
  return accountMail(about, {
    subject: 'You now have one account with us',
    happened:
      'You had two accounts with us, so our office has merged them. The account with this email address has been closed. Your appointments and results are in the other one.',
    signIn: 'From now on, please sign in with your other email address here:',
    doubt: 'If you know of no other account, or this is a mistake',
  })
}

/** To the address of an account that a merge had closed by mistake; nothing of another member is in it. */
export function accountOpened(about: About): Outgoing {
  return accountMail(about, {
    subject: 'Your account is open again',
    happened:
      'We closed your account by mistake. We are sorry. It is open again, with your own appointments and results.',
    signIn: 'Please sign in with this email address:',
    doubt: 'If anything in it is not yours, or something is missing',
  })
}

function accountMail(
  { member, publicUrl }: About,
  text: { subject: string; happened: string; signIn: string; doubt: string },
): Outgoing {
  return letter({
    to: member.email,
    subject: text.subject,
    parts: [
      greeting(member.firstName),
      text.happened,
      { words: text.signIn, link: `${publicUrl}/login`, label: 'Sign in' },
      wording`${text.doubt}, please call ${OUR.booking_helpline} (${OUR.helpline_hours}).`,
      closing,
    ],
  })
}
