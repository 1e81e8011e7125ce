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
    `If we ask you for a code, enter ${code}.`,
    'If you did not sign up, you do not need to do anything. Nobody can use this account without this email.',
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
      words: `Somebody, we hope it was you, asked to reset your ${siteName} password. Choose a new one here:`,
      link,
      label: 'Choose a new password',
    },
    `The link works once and lasts for ${minutes} minutes. If we ask you for a code, enter ${code}.`,
    { at, by },
    'If you did not ask for this, you do not need to do anything. Your password has not changed.',
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
      words: `Somebody, we hope it was you, asked for a link to sign in to ${siteName}:`,
      link,
      label: `Sign in to ${siteName}`,
    },
    `The link works once and lasts for ${minutes} minutes. If we ask you for a code, enter ${code}.`,
    { at, by },
    'If you did not ask for this, you do not need to do anything. Nobody can sign in without this email.',
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
    `Enter the code ${code} so that ${siteName} knows it is you. It works for ${minutes} minutes.`,
    { at, by },
    'If you are not making a change, somebody else is signed in to your account. Choose a new password straight away and contact us.',
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
  const what = `Somebody, we hope it was you, asked to change the email address for a ${siteName} account to ${after}.`
  return draft(to, `Confirm your new email address for ${siteName}`, [
    {
      words: isNew
        ? `${what} If this address is yours, please confirm it:`
        : `${what} Please confirm it:`,
      link,
      label: 'Confirm the change',
    },
    `If we ask you for a code, enter ${code}.`,
    // The new address may be another person's, who need not know from where it was typed.
    ...(isNew ? [] : [{ at, by }]),
    isNew
      ? 'If you did not ask for this, you do not need to do anything. Nothing changes without this email.'
      : 'If you did not ask for this, do not confirm it. Choose a new password straight away: somebody else may be signed in to your account.',
  ])
}

export function emailChangedMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Your email address for ${siteName} has been changed`, [
    `The email address for your ${siteName} account has just been changed, so this is the last email we will send to this address. We have signed you out everywhere else.`,
    { at, by },
    {
      words: 'If you did not do this, contact us straight away:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function existingAccountMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `You already have an account with ${siteName}`, [
    `Somebody, perhaps you, tried to sign up to ${siteName} with this email address. It already has an account.`,
    { at, by },
    {
      words: 'You can sign in with your password, or choose a new one with ‘Forgot password?’:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
    'If it was not you, you do not need to do anything. Your account has not changed.',
  ])
}

export function passwordChangedMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Your password for ${siteName} has been changed`, [
    `The password for your ${siteName} account has just been changed. We have signed out your other devices.`,
    { at, by },
    {
      words:
        'If you did not do this, choose a new password straight away with ‘Forgot password?’ and contact us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function weakPasswordMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `Please choose a new password for ${siteName}`, [
    `The password for your ${siteName} account is easy to guess. It still works, but please choose a new one.`,
    { at, by },
    {
      words:
        'Use ‘Forgot password?’ on the sign-in page, and we will send you a link. Three random words are easy to remember. If it was not you who signed in, do this straight away and contact us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function newSignInMail({ to, siteName, siteUrl, at, by }: AccountNotice): Draft {
  return draft(to, `A new sign-in to your account with ${siteName}`, [
    `Somebody, we hope it was you, signed in to your ${siteName} account from a new device or place.`,
    { at, by },
    'If it was you, you do not need to do anything.',
    {
      words:
        'If it was not you, choose a new password straight away with ‘Forgot password?’. This signs everybody else out. Then contact us:',
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
      words: `You have been given a ${siteName} account. Accept the invitation, then choose a password:`,
      link,
      label: 'Accept the invitation',
    },
    `If we ask you for a code, enter ${code}.`,
    'If you did not expect this, you do not need to do anything. Nobody can use the account without this email.',
  ])
}

export function draft(to: string, subject: string, parts: readonly DraftPart[]): Draft {
  return { to, subject, parts }
}
