import type { AuthMessage } from '../options.ts'
import { escapeHtml } from './escape-html.ts'

export type Recipient = { to: string; siteName: string }
export type AccountNotice = Recipient & { siteUrl: string }

export function confirmationMail({
  to,
  siteName,
  link,
  code,
}: Recipient & { link: string; code: string }): AuthMessage {
  return composeMail(to, `Confirm your email address for ${siteName}`, [
    `Thank you for signing up to ${siteName}. Please confirm your email address:`,
    { link, label: 'Confirm my email address' },
    `If you are asked for a code, it is ${code}.`,
    'If you did not sign up, you need do nothing: no one can use this account without this email.',
  ])
}

export function recoveryMail({
  to,
  siteName,
  link,
  code,
  minutes,
}: Recipient & { link: string; code: string; minutes: number }): AuthMessage {
  return composeMail(to, `Reset your password for ${siteName}`, [
    `Somebody, we hope you, asked to reset your password for ${siteName}. Please choose a new one:`,
    { link, label: 'Choose a new password' },
    `The link works once and for ${minutes} minutes. If you are asked for a code, it is ${code}.`,
    'If you did not ask, you need do nothing: your password stays as it is.',
  ])
}

export function signInMail({
  to,
  siteName,
  link,
  code,
  minutes,
}: Recipient & { link: string; code: string; minutes: number }): AuthMessage {
  return composeMail(to, `Sign in to ${siteName}`, [
    `Somebody, we hope you, asked for a link to sign in to ${siteName}:`,
    { link, label: `Sign in to ${siteName}` },
    `The link works once and for ${minutes} minutes. If you are asked for a code, it is ${code}.`,
    'If you did not ask, you need do nothing: no one can sign in without this email.',
  ])
}

export function reauthenticationMail({
  to,
  siteName,
  code,
  minutes,
}: Recipient & { code: string; minutes: number }): AuthMessage {
  return composeMail(to, `Your code for ${siteName}`, [
    `To show ${siteName} that it is you, enter the code ${code}. It works for ${minutes} minutes.`,
    'If you are changing nothing, somebody else is signed in to your account: please choose a new password.',
  ])
}

export type EmailChangeSide = { to: string; after: string; isNew: boolean }

export function emailChangeMail({
  to,
  after,
  isNew,
  siteName,
  link,
  code,
}: Recipient & EmailChangeSide & { link: string; code: string }): AuthMessage {
  const what = `Somebody, we hope you, asked to change the email address of an account with ${siteName} to ${after}.`
  return composeMail(to, `Confirm the change of your email address for ${siteName}`, [
    isNew ? `${what} If this address is yours, please confirm it:` : `${what} Please confirm it:`,
    { link, label: 'Confirm the change' },
    `If you are asked for a code, it is ${code}.`,
    isNew
      ? 'If you did not ask, you need do nothing: nothing changes without this email.'
      : 'If you did not ask, do not confirm it and choose a new password: somebody else may be signed in to your account.',
  ])
}

export function emailChangedMail({ to, siteName, siteUrl }: AccountNotice): AuthMessage {
  return composeMail(to, `Your email address for ${siteName} has been changed`, [
    `The email address of your account with ${siteName} has just been changed, so this is the last email about it to this address. You have been signed out everywhere else.`,
    'If it was not you, please tell us at once:',
    { link: siteUrl, label: `Go to ${siteName}` },
  ])
}

export function existingAccountMail({ to, siteName, siteUrl }: AccountNotice): AuthMessage {
  return composeMail(to, `You already have an account with ${siteName}`, [
    `Somebody, perhaps you, tried to sign up to ${siteName} with this email address, which already has an account.`,
    'You can sign in with your password, or ask for a new one with Forgot password:',
    { link: siteUrl, label: `Go to ${siteName}` },
    'If it was not you, you need do nothing: your account has not changed.',
  ])
}

export function passwordChangedMail({ to, siteName, siteUrl }: AccountNotice): AuthMessage {
  return composeMail(to, `Your password for ${siteName} has been changed`, [
    `The password of your account with ${siteName} has just been changed, and your other devices have been signed out.`,
    'If it was not you, please choose a new password at once with Forgot password:',
    { link: siteUrl, label: `Go to ${siteName}` },
  ])
}

export function invitationMail({
  to,
  siteName,
  link,
  code,
}: Recipient & { link: string; code: string }): AuthMessage {
  return composeMail(to, `You have been invited to ${siteName}`, [
    `An account with ${siteName} has been made for you. Please accept the invitation, and then choose a password:`,
    { link, label: 'Accept the invitation' },
    `If you are asked for a code, it is ${code}.`,
    'If you did not expect this, you need do nothing: no one can use the account without this email.',
  ])
}

export type MailPart = string | { link: string; label: string }

export function composeMail(to: string, subject: string, content: MailPart[]): AuthMessage {
  const text = content.map((item) => (typeof item === 'string' ? item : item.link)).join('\n\n')
  const html = content
    .map((item) =>
      typeof item === 'string'
        ? `<p>${escapeHtml(item)}</p>`
        : `<p><a href="${escapeHtml(item.link)}">${escapeHtml(item.label)}</a></p>`,
    )
    .join('\n')
  return { to, subject, text: `${text}\n`, html: `${html}\n` }
}
