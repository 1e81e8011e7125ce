import { HOST_REQUEST, type HostRequest, hostRequestFacts } from '../../../domain/host-request.ts'
import { type Draft, letter } from './letter.ts'

/** To the office; a reply goes to the sender. `held` is why it looks like spam, or null. */
export function hostRequest({
  request,
  held,
  office,
}: {
  request: HostRequest
  held: string | null
  office: string
}): Draft {
  const name = `${request['first-name']} ${request['last-name']}`
  const subject = `${HOST_REQUEST} from ${name}`
  const mail = letter({
    to: office,
    subject: held === null ? subject : `Please check: ${subject}`,
    parts: [
      ...(held === null ? [] : [`This may be spam: ${held}.`]),
      {
        facts: [
          ...hostRequestFacts(request),
          ['Name', name],
          ['Email', request.email],
          ['Phone number', request['phone-number']],
        ],
      },
      ...(request.message === '' ? [] : [request.message]),
      'Sent from the ‘Host a day’ form on our website. If you reply to this email, your reply goes to the sender.',
    ],
  })
  return { ...mail, replyTo: request.email }
}
