import { createTransport } from 'nodemailer'
import { qrPng } from './qr-png.ts'

export type Message = {
  /** One address, used literally: no list, no name. */
  to: string
  subject: string
  text: string
  html?: string
  /** Text of a QR code, which `html` shows as 'cid:qr'. */
  qr?: string
  calendar?: { method: 'PUBLISH' | 'CANCEL'; file: string }
  /** Attached under its name, which ends in '.pdf'; `base64` is the file. */
  pdf?: { name: string; base64: string }
  replyTo?: string
  /** Without names or secrets: it stays readable in the job of a sent mail. */
  about?: string
  /** One-click unsubscribe address for mail programs (RFC 8058). */
  unsubscribe?: string
}

export type Mail = {
  /** Resolves when the mail server has accepted the message. `id` makes the Message-ID. */
  send(message: Message & { id?: string }): Promise<void>
}

type Timeouts = { connectionTimeout: number; greetingTimeout: number; socketTimeout: number }

// In milliseconds; within five minutes in all, before another process takes the job.
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/**
 * `smtpUrl` is smtp: or smtps:, `from` is "Name <address>". Connections, at most `atOnce`, are used
 * again until `close`.
 */
export function openMail(
  smtpUrl: string,
  from: string,
  {
    requireTls = false,
    atOnce = 1,
    ...timeouts
  }: Partial<Timeouts> & { requireTls?: boolean; atOnce?: number } = {},
): Mail & { close(): void } {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: atOnce,
    // A failed mail is retried by its job.
    maxRequeues: 0,
    ...TIMEOUTS,
    ...timeouts,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

  return {
    async send({ id, to, replyTo, unsubscribe, calendar, qr, pdf, about: _, ...message }) {
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
        attachments: [
          ...(qr === undefined ? [] : [{ filename: 'code.png', content: qrPng(qr), cid: 'qr' }]),
          ...(pdf ? [{ filename: pdf.name, content: Buffer.from(pdf.base64, 'base64') }] : []),
        ],
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe !== undefined && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    close: () => transport.close(),
  }
}

/** Whether the server refused this recipient or message for good, not our sign-in or sender. */
export function isMailRefused(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  const { responseCode, command } = error
  const isFinal = typeof responseCode === 'number' && responseCode >= 500
  return isFinal && (command === 'RCPT TO' || command === 'DATA')
}
