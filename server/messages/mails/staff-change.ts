import { greeting } from '../../../domain/person-name.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** To each admin: whose roles changed, from which to which. */
export function staffChanged({
  to,
  name,
  before,
  after,
  by,
}: {
  to: string
  name: string
  before: string
  after: string
  by: string
}) {
  return letter({
    to,
    subject: `CHAPS office: ${name}’s roles have changed`,
    parts: [
      `${by} has changed the roles of ${name}.`,
      `Before: ${before}. Now: ${after}.`,
      'If you did not expect this, please sign in and check the audit log.',
      closing,
    ],
  })
}

/** To somebody who had an account before they came to work here. */
export function welcomeToOffice({
  to,
  name,
  publicUrl,
}: {
  to: string
  name: string
  publicUrl: string
}) {
  return letter({
    to,
    subject: 'You can now use the CHAPS office',
    parts: [
      greeting(name),
      {
        words: 'You can now sign in to the office with your account:',
        link: `${publicUrl}/office`,
        label: 'Open the office',
      },
      'The first time you sign in, you set up an authenticator app. Your password must have at least 12 characters. Use ‘Forgot password?’ to choose a new one.',
      closing,
    ],
  })
}
