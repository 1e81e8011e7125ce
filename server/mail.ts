import { createTransport } from 'nodemailer'

export type Message = {
  /** One address, taken as it is: no list, no name. */
  to: string
  subject: string
  text: string
  html?: string
  /** A file for his calendar, which goes along (RFC 6047). */
  calendar?: { method: 'PUBLISH' | 'CANCEL'; file: string }
}

export type Mail = {
  /**
   * Resolves when the mail server has taken the message; rejects when it refused or was out of
   * reach. `id` makes the Message-ID, so that a mail that goes out twice can be told as one.
   */
  send(message: Message & { id?: string }): Promise<void>
}

/** Mail through the server at `smtpUrl` (smtp: or smtps:), sent by `from`, "Name <address>". */
export function openMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // No message of ours names a file or an address to be read into it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send({ id, to, calendar, ...message }) {
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
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        // Tells holiday notices not to answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
