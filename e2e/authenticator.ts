import { expect } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Member } from './member.ts'

/**
 * What an authenticator app with this key shows `late` half minutes from now. A code opens once and
 * those beside the present one count too: a journey that needs two takes 0 and 1 in this order, after
 * setUpApp, which takes -1.
 */
export function codeOf(key: string, late: -1 | 0 | 1): string {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + late * 30_000 })
}

/** A code that the app shows neither now nor a little earlier or later. */
export function wrongCode(key: string): string {
  const right = ([-1, 0, 1] as const).map((late) => codeOf(key, late))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/**
 * Sets two-step verification up through the API, for journeys that begin after that; answers the app's
 * key and the recovery codes. The code of -1 is used up, and the cookies of his sign-up are worth nothing.
 */
export async function setUpApp({ ask }: Member): Promise<{ key: string; codes: string[] }> {
  const app = await ask('POST /auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' })
  const key = String(Object(app.totp).secret)
  // A code of before that is sent as the half minute ends would arrive two behind.
  await expect.poll(() => 30_000 - (Date.now() % 30_000)).toBeGreaterThan(5_000)
  const challenge = await ask(`POST /auth/v1/factors/${app.id}/challenge`)
  const shown = { challenge_id: challenge.id, code: codeOf(key, -1) }
  await ask(`POST /auth/v1/factors/${app.id}/verify`, shown)
  const { codes } = await ask('POST /auth/v1/factors/recovery-codes')
  return { key, codes: [codes].flat().map(String) }
}
