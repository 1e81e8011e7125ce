import { type AccountNotice, type Draft, draft } from './mails.ts'

export type FactorKind = 'app' | 'phone'

const CODE_SOURCE = {
  app: 'a code from your authenticator app',
  phone: 'a code sent to your phone',
}

export function factorOnMail({
  to,
  siteName,
  siteUrl,
  at,
  by,
  kind,
}: AccountNotice & { kind: FactorKind }): Draft {
  return draft(to, `Two-step verification is on for ${siteName}`, [
    `From now on, anyone who signs in to your account with ${siteName} is asked for ${CODE_SOURCE[kind]} after the password. Your other devices have been signed out.`,
    { at, by },
    {
      words:
        'If it was not you, somebody else has been in your account: please choose a new password with Forgot password, and get in touch with us at once.',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function factorOffMail({
  to,
  siteName,
  siteUrl,
  at,
  by,
  kind,
}: AccountNotice & { kind: FactorKind }): Draft {
  return draft(to, `Two-step verification is off for ${siteName}`, [
    `Your account with ${siteName} is no longer protected by ${CODE_SOURCE[kind]}: your password alone opens it. Your recovery codes no longer work.`,
    { at, by },
    {
      words:
        'If it was not you, please choose a new password at once with Forgot password, and get in touch with us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

export function recoveryCodeMail({
  to,
  siteName,
  siteUrl,
  at,
  by,
  remaining,
}: AccountNotice & { remaining: number }): Draft {
  return draft(to, `A recovery code was used to sign in to ${siteName}`, [
    `Somebody, we hope you, signed in to your account with ${siteName} with one of your recovery codes instead of your second step. ${remainingText(remaining)}`,
    { at, by },
    {
      words:
        'If it was not you, please choose a new password at once, make new recovery codes, and get in touch with us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

function remainingText(remaining: number): string {
  if (remaining === 0) return 'You have none left: please make new ones.'
  return remaining === 1 ? 'You have one left.' : `You have ${remaining} left.`
}
