import type { Part } from './letter.ts'

export type Recipient = { to: string; siteName: string }

/** What happened when, and from where it was asked; null for the operators of the site. */
export type Happening = { at: Date; by: { ip: string; userAgent: string } | null }
export type AccountNotice = Recipient & Happening & { siteUrl: string }

/** A mail before it is written in the letterhead (write-mail.ts). */
export type Draft = { to: string; subject: string; parts: readonly DraftPart[] }
export type DraftPart = Part | Happening

export function confirmationMail({
  to,
  siteName,
  link,
  code,
}: Recipient & { link: string; code: string }): Draft {
  return draft(to, `Confirm your email address for ${siteName}`, [
    {
      words: `Thank you for signing up to ${siteName}. Please confirm your email address:`,
      link,
      label: 'Confirm my email address',
    },
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
  at,
  by,
}: Recipient & Happening & { link: string; code: string; minutes: number }): Draft {
  return draft(to, `Reset your password for ${siteName}`, [
    {
      words: `Somebody, we hope you, asked to reset your password for ${siteName}. Please choose a new one:`,
      link,
      label: 'Choose a new password',
    },
    `The link works once and for ${minutes} minutes. If you are asked for a code, it is ${code}.`,
    { at, by },
    'If you did not ask, you need do nothing: your password stays as it is.',
  ])
}

export function signInMail({
  to,
  siteName,
  link,
  code,
  minutes,
  at,
  by,
}: Recipient & Happening & { link: string; code: string; minutes: number }): Draft {
  return draft(to, `Sign in to ${siteName}`, [
    {
      words: `Somebody, we hope you, asked for a link to sign in to ${siteName}:`,
      link,
      label: `Sign in to ${siteName}`,
    },
    `The link works once and for ${minutes} minutes. If you are asked for a code, it is ${code}.`,
    { at, by },
    'If you did not ask, you need do nothing: no one can sign in without this email.',
  ])
}

export function reauthenticationMail({
  to,
  siteName,
  code,
  minutes,
  at,
  by,
}: Recipient & Happening & { code: string; minutes: number }): Draft {
  return draft(to, `Your code for ${siteName}`, [
    `To show ${siteName} that it is you, enter the code ${code}. It works for ${minutes} minutes.`,
    { at, by },
    'If you are changing nothing, somebody else is signed in to your account: please choose a new password at once, and get in touch with us.',
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
  at,
  by,
}: Recipient & Happening & EmailChangeSide & { link: string; code: string }): Draft {
  const what = `Somebody, we hope you, asked to change the email address of an account with ${siteName} to ${after}.`
  return draft(to, `Confirm the change of your email address for ${siteName}`, [
    {
      words: isNew
        ? `${what} If this address is yours, please confirm it:`
        : `${what} Please confirm it:`,
      link,
      label: 'Confirm the change',
    },
    `If you are asked for a code, it is ${code}.`,
    // The new address may be another person's, who need not know from where it was typed.
    ...(isNew ? [] : [{ at, by }]),
    isNew
      ? 'If you did not ask, you need do nothing: nothing changes without this email.'
      : 'If you did not ask, do not confirm it and choose a new password at once: somebody else may be signed in to your account.',
  ])
}

export function emailChangedMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Your email address for ${siteName} has been changed`, [
    `The email address of your account with ${siteName} has just been changed, so this is the last email about it to this address. You have been signed out everywhere else.`,
    { at, by },
    {
      words: 'If it was not you, please get in touch with us at once:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function existingAccountMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `You already have an account with ${siteName}`, [
    `Somebody, perhaps you, tried to sign up to ${siteName} with this email address, which already has an account.`,
    { at, by },
    {
      words: 'You can sign in with your password, or ask for a new one with Forgot password:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
    'If it was not you, you need do nothing: your account has not changed.',
  ])
}

export function passwordChangedMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Your password for ${siteName} has been changed`, [
    `The password of your account with ${siteName} has just been changed, and your other devices have been signed out.`,
    { at, by },
    {
      words:
        'If it was not you, please choose a new password at once with Forgot password, and get in touch with us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function weakPasswordMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Please choose a new password for ${siteName}`, [
    `The password of your account with ${siteName} is one that others guess easily. It still works, but please choose a new one.`,
    { at, by },
    {
      words:
        'Press Forgot password where you sign in, and we send you a link. Three random words are easy to remember. If it was not you, please do so at once and get in touch with us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function newSignInMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `A new sign-in to your account with ${siteName}`, [
    `Somebody, we hope you, signed in to your account with ${siteName} from a device or a place that it was not used from before.`,
    { at, by },
    'If it was you, you need do nothing.',
    {
      words:
        'If it was not you, please choose a new password at once with Forgot password, which signs everybody else out, and get in touch with us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function invitationMail({
  to,
  siteName,
  link,
  code,
}: Recipient & { link: string; code: string }): Draft {
  return draft(to, `You have been invited to ${siteName}`, [
    {
      words: `An account with ${siteName} has been made for you. Please accept the invitation, and then choose a password:`,
      link,
      label: 'Accept the invitation',
    },
    `If you are asked for a code, it is ${code}.`,
    'If you did not expect this, you need do nothing: no one can use the account without this email.',
  ])
}

export function draft(to: string, subject: string, parts: readonly DraftPart[]): Draft {
  return { to, subject, parts }
}
