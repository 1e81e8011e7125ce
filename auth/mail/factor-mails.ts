import { type AccountNotice, type Draft, draft } from './mails.ts'

type FactorKind = 'app' | 'phone'

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
    `From now on, when you sign in to your ${siteName} account, you will need ${CODE_SOURCE[kind]} as well as your password. We have signed out your other devices.`,
    { at, by },
    {
      words:
        'If you did not do this, somebody else has been in your account. Choose a new password with ‘Forgot password?’ and contact us straight away.',
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
    `Your ${siteName} account is no longer protected by ${CODE_SOURCE[kind]}. You can sign in with just your password. Your recovery codes no longer work.`,
    { at, by },
    {
      words:
        'If you did not do this, choose a new password straight away with ‘Forgot password?’ and contact us:',
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
    `Somebody, we hope it was you, signed in to your ${siteName} account with one of your recovery codes. ${remainingText(remaining)}`,
    { at, by },
    {
      words:
        'If it was not you, choose a new password straight away, make new recovery codes, and contact us:',
      link: siteUrl,
      label: `Go to ${siteName}`,
    },
  ])
}

function remainingText(remaining: number): string {
  if (remaining === 0) return 'You have none left: please make new ones.'
  return remaining === 1 ? 'You have one left.' : `You have ${remaining} left.`
}
