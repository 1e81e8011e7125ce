import { ACKNOWLEDGE_WITHIN_DAYS, type ContactForm } from '../../../domain/contact.ts'
import { type Draft, letter } from './letter.ts'

/** To the office; a reply goes to the sender. `held` is why it looks like spam, or null. */
export function contactMessage({
  form,
  held,
  office,
  isComplaint = false,
}: {
  form: ContactForm
  held: string | null
  office: string
  isComplaint?: boolean
}): Draft {
  const name = `${form['first-name']} ${form['last-name']}`
  const kind = isComplaint ? 'complaint about data' : 'enquiry'
  const mail = letter({
    to: office,
    subject:
      held === null ? `${capitalised(kind)} from ${name}` : `Please check: ${kind} from ${name}`,
    parts: [
      ...(held === null ? [] : [`This may be spam: ${held}.`]),
      ...(isComplaint
        ? [
            `This is a complaint about how we use personal data. It must be acknowledged within ${ACKNOWLEDGE_WITHIN_DAYS} days: answer it in the office under Messages.`,
          ]
        : []),
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

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
