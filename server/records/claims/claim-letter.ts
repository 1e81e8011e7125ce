import { OUR, wording } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { greeting } from '../../../domain/person-name.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import type { Letter } from '../../messages/letters/letter-pdf.ts'

type ClaimLetter = {
  member: { id: number; name: string }
  /** Lines, town and postcode. */
  address: readonly string[]
  code: string
  expiresAt: Date
  isLargePrint: boolean
  hasLostAddress: boolean
  publicUrl: string
  now: Date
}

/** The letter that invites a member to an online account. */
export function claimLetter(letter: ClaimLetter): Letter {
  const { member, address, code, expiresAt, isLargePrint, hasLostAddress, publicUrl, now } = letter
  const { name } = member
  const page = `${publicUrl.replace(/^https:\/\//, '')}/portal/letter`
  return {
    title: 'See your appointments and results online',
    to: [name, ...address],
    reference: `Member ${member.id}`,
    at: now,
    isLargePrint,
    parts: [
      { paragraph: greeting(name) },
      {
        paragraph: hasLostAddress
          ? 'You told us that you can no longer use the email address of your online account. With this letter you can see your appointments and results again, from an account with your new address. If you do nothing, nothing will change.'
          : 'Until now we have arranged your appointments by post or phone. If you like, you can also see them online, with your results. It is your choice. If you do nothing, nothing will change.',
      },
      { label: 'Your code', code },
      {
        paragraph: `It works once, until ${dayInWords(ukDate(expiresAt))}. Please keep it to yourself. We will never ask you for it by phone or email.`,
      },
      { heading: 'What you need' },
      { paragraph: 'This letter, your own email address and your date of birth.' },
      { heading: 'What to do' },
      {
        steps: [
          `On a computer, tablet or phone, go to ${page}`,
          'Create an account with your email address and a password. We will send you an email. Open it and confirm your address. If you already have an account, sign in.',
          'Enter the code from this letter and your date of birth.',
          ...(hasLostAddress
            ? [
                'Wait for our answer. We first write to your old address and your mobile phone, so that nobody else can take over your account.',
              ]
            : []),
        ],
      },
      { heading: 'If you need help' },
      {
        paragraph: wording`Call us on ${OUR.booking_helpline}, ${OUR.helpline_hours}. Please also call us if this letter is not for you, or if you would like a letter in another format.`,
      },
      { paragraph: `With best wishes,\n${CHARITY_NAME}` },
    ],
  }
}
