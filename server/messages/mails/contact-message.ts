import type { ContactForm } from '../../../domain/contact.ts'
import type { Message } from '../../platform/mail.ts'
import { letter } from './letter.ts'

/** To the office; a reply goes to the sender. `held` is why it looks like spam, or null. */
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
      ...(held === null ? [] : [`This may be spam: ${held}.`]),
      {
        facts: [
          ['Name', name],
          ['Email', form.email],
          ['Phone number', form['phone-number']],
        ],
      },
      form.message,
      'Sent from the contact form on our website. If you reply to this email, your reply goes to the sender.',
    ],
  })
  return { ...mail, replyTo: form.email }
}
