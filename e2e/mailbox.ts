import { expect, type Page } from '@playwright/test'
import { SITE_PORT } from './site.ts'

type At = { port: number }
const HERE: At = { port: SITE_PORT }

type Mail = { subject: string; text: string; replyTo: string[]; unsubscribe: string }

export async function mailsTo(to: string, { port } = HERE): Promise<Mail[]> {
  const mailbox = `http://localhost:${port + 3}`
  const answer = await fetch(`${mailbox}/messages.json?to=${encodeURIComponent(to)}`)
  return answer.json()
}

export async function expectMail(to: string, subject: string): Promise<void> {
  await expect
    .poll(async () => (await mailsTo(to)).map((mail) => mail.subject), `the mails to ${to}`)
    .toContain(subject)
}

export async function linkInMail(to: string, subject: RegExp, at = HERE): Promise<string> {
  let text: string | undefined
  await expect
    .poll(async () => {
      text = (await mailsTo(to, at)).find((mail) => subject.test(mail.subject))?.text
      return text
    }, `a mail to ${to} about ${subject}`)
    .toBeDefined()
  const link = /https?:\/\/\S+/.exec(text ?? '')?.[0]
  if (!link) throw new Error(`no link in the mail to ${to}`)
  return link
}

/** In a browser that did not ask for the mail. */
export async function typeAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your email address').fill(email)
}
