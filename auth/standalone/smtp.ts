import { createTransport } from 'nodemailer'
import type { AuthOptions } from '../options.ts'

export type Smtp = { host: string; port: number; user: string; password: string; from: string }

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function createSmtpMailer({ host, port, user, password, from }: Smtp): AuthOptions['mail'] {
  const transport = createTransport({
    host,
    port,
    secure: port === 465,
    ...TIMEOUTS,
    ...(user && { auth: { user, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (message) => {
    await transport.sendMail({ ...message, from })
  }
}

export const rejectMail: AuthOptions['mail'] = async () => {
  throw new Error('GOTRUE_SMTP_HOST is not set')
}
