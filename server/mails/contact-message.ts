import type { ContactForm } from '../../domain/contact.ts'
import type { Message } from '../platform/mail.ts'
import { letter } from './letter.ts'

/**
 * The mail that brings the office what somebody wrote; an answer to it goes to him. `held` says why
 * it looks like a program's, null when it does not.
 */
export function contactMessage({
  form,
  held,
  office,
}: {
  form: ContactForm
  held: string | null
  office: string
}): Message {
  const name = `${form['first-name']} ${form['last-name']}`
  const mail = letter({
    to: office,
    subject: `${held === null ? 'Enquiry' : 'Please check: enquiry'} from ${name}`,
    parts: [
      ...(held === null ? [] : [`This may have been sent by a program: ${held}.`]),
      {
        facts: [
          ['Name', name],
          ['Email', form.email],
          ['Phone number', form['phone-number']],
        ],
      },
      form.message,
      'Sent with the contact form of our website. Your answer to this mail goes to the sender.',
    ],
  })
  return { ...mail, replyTo: form.email }
}
