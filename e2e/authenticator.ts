import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Member } from './member.ts'

/** The heading of the screen that asks for the second step. */
export const SECOND_STEP = { level: 1, name: 'Two-step verification' } as const

/**
 * The authenticator app's code `late` half minutes from now. Each code works once and the
 * neighbouring ones are accepted too: a journey that needs two takes 0, then 1, after setUpApp,
 * which uses -1.
 */
export function codeOf(key: string, late: -1 | 0 | 1): string {
  const secret = Secret.fromBase32(key.replaceAll(' ', ''))
  return new TOTP({ secret }).generate({ timestamp: Date.now() + late * 30_000 })
}

/** A code that the app shows neither now nor in the neighbouring half minutes. */
export function wrongCode(key: string): string {
  const right = ([-1, 0, 1] as const).map((late) => codeOf(key, late))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/**
 * Sets up two-step verification through the API; returns the app's key and the recovery codes.
 * It uses the code of -1 and invalidates the cookies of the sign-up.
 */
export async function setUpApp({ ask }: Member): Promise<{ key: string; codes: string[] }> {
  const app = await ask('POST /auth/v1/factors', { factor_type: 'totp', friendly_name: 'Phone' })
  const key = String(Object(app.totp).secret)
  // Near the end of a half minute the previous code could arrive two steps late.
  await expect.poll(() => 30_000 - (Date.now() % 30_000)).toBeGreaterThan(5_000)
  const challenge = await ask(`POST /auth/v1/factors/${app.id}/challenge`)
  const shown = { challenge_id: challenge.id, code: codeOf(key, -1) }
  await ask(`POST /auth/v1/factors/${app.id}/verify`, shown)
  const { codes } = await ask('POST /auth/v1/factors/recovery-codes')
  return { key, codes: [codes].flat().map(String) }
}

export async function showCode(page: Page, code: string) {
  await page.getByLabel('Code from your app').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}
