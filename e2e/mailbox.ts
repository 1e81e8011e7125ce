import { expect } from '@playwright/test'
import { SITE_PORT } from './site.ts'

const MAILBOX_URL = `http://localhost:${SITE_PORT + 3}`

type Mail = { subject: string; text: string; replyTo: string[]; unsubscribe: string }

/** The mails to this address, newest first. */
export async function mailsTo(to: string): Promise<Mail[]> {
  const answer = await fetch(`${MAILBOX_URL}/messages.json?to=${encodeURIComponent(to)}`)
  return answer.json()
}

/** Waits for the mail with this subject to this address and answers the link in it. */
export async function linkInMail(to: string, subject: RegExp): Promise<string> {
  let text: string | undefined
  await expect
    .poll(async () => {
      text = (await mailsTo(to)).find((mail) => subject.test(mail.subject))?.text
      return text
    }, `a mail to ${to} about ${subject}`)
    .toBeDefined()
  const link = /https?:\/\/\S+/.exec(text ?? '')?.[0]
  if (!link) throw new Error(`no link in the mail to ${to}`)
  return link
}
