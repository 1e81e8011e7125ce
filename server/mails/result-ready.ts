import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

/** Without value, band or event. `hasValue` is false for a sample without a result. */
export function resultReady({
  member,
  hasValue,
  publicUrl,
}: {
  member: { firstName: string; email: string }
  hasValue: boolean
  publicUrl: string
}) {
  return letter({
    to: member.email,
    subject: hasValue ? 'Your CHAPS result is ready' : 'There is news of your CHAPS result',
    parts: [
      `Dear ${member.firstName},`,
      hasValue
        ? 'Your result is ready. It comes with what it means and what to do next.'
        : 'There is news of your result, with what to do next.',
      {
        words: 'We never send results by email. Please sign in to read it:',
        link: `${publicUrl}/medical-results`,
        label: 'Sign in to read it',
      },
      'If you have a question, please use the contact form on our website.',
      closing,
    ],
  })
}
