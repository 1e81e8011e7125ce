import type { AuthMessage } from '../deps.ts'
import { type Letter, write } from './mails.ts'

type About = Letter & { siteUrl: string }

export type CodesBy = 'app' | 'phone'

const CODE = {
  app: 'a code from your authenticator app',
  phone: 'a code sent to your phone',
}

export function factorOnMail({ to, siteName, siteUrl, by }: About & { by: CodesBy }): AuthMessage {
  return write(to, `Two-step verification is on for ${siteName}`, [
    `From now on, whoever signs in to your account with ${siteName} is asked for ${CODE[by]} after the password. Your other devices have been signed out.`,
    'If it was not you, somebody else has been in your account: please get in touch with us at once.',
    { link: siteUrl, label: `Go to ${siteName}` },
  ])
}

export function factorOffMail({ to, siteName, siteUrl, by }: About & { by: CodesBy }): AuthMessage {
  return write(to, `Two-step verification is off for ${siteName}`, [
    `Your account with ${siteName} is no longer protected by ${CODE[by]}: your password alone opens it. Your recovery codes no longer work.`,
    'If it was not you, please choose a new password at once with Forgot password, and get in touch with us:',
    { link: siteUrl, label: `Go to ${siteName}` },
  ])
}

export function recoveryCodeMail({
  to,
  siteName,
  siteUrl,
  left,
}: About & { left: number }): AuthMessage {
  return write(to, `A recovery code was used to sign in to ${siteName}`, [
    `Somebody, we hope you, signed in to your account with ${siteName} with one of your recovery codes instead of your second step. ${leftWords(left)}`,
    'If it was not you, please choose a new password at once, make new recovery codes, and get in touch with us:',
    { link: siteUrl, label: `Go to ${siteName}` },
  ])
}

function leftWords(left: number): string {
  if (left === 0) return 'You have none left: please make new ones.'
  return left === 1 ? 'You have one left.' : `You have ${left} left.`
}
