import { createTransport } from 'nodemailer'

export type Message = {
  /** One address, taken as it is: no list, no name. */
  to: string
  subject: string
  text: string
  html?: string
  /** A file for his calendar, which goes along (RFC 6047). */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; file: string }
  /** One address that an answer goes to, when it is not the sender's. */
  replyTo?: string
  /** What the mail is about, without a name or a secret: it stays readable with the job of a sent mail. */
  about?: string
  /** Address that ends a subscription when it is posted to, for the reader's mail program (RFC 8058). */
  unsubscribe?: string
}

export type Mail = {
  /**
   * Resolves when the mail server has taken the message; rejects when it refused or was out of
   * reach. `id` makes the Message-ID, so that a mail that goes out twice can be told as one.
   */
  send(message: Message & { id?: string }): Promise<void>
}

/** How long a mail server may take, in milliseconds, to be reached, to greet, and for each answer. */
type Patience = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }

// Of a mail some nine answers: a server that takes its time over each is given up after five minutes,
// before the job is given to another process (job-queues.ts).
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * Mail through the server at `smtpUrl` (smtp: or smtps:), sent by `from`, "Name <address>". With
 * `requireTls` nothing is sent to a server that does not offer TLS.
 */
export function openMail(
  smtpUrl: string,
  from: string,
  { requireTls = false, ...patience }: Partial<Patience> & { requireTls?: boolean } = {},
): Mail {
  const transport = createTransport({
    url: smtpUrl,
    ...PATIENCE,
    ...patience,
    requireTLS: requireTls,
    // No message of ours names a file or an address to be read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send({ id, to, replyTo, unsubscribe, calendar, about: _, ...message }) {
      await transport.sendMail({
        ...message,
        from,
        to: { name: '', address: to },
        ...(calendar && {
          icalEvent: {
            method: calendar.method,
            filename: 'appointment.ics',
            content: calendar.file,
          },
        }),
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        headers: {
          // Tells holiday notices not to answer.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
  }
}
