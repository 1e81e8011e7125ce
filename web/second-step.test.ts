import type { Session, User } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { secondStepOf } from './second-step.ts'

const APP = { factor_type: 'totp', status: 'verified' }
const HALF = { factor_type: 'totp', status: 'unverified' }
const PAPER = { factor_type: 'recovery_code', status: 'verified' }

function session({
  aal = 'aal1',
  factors = [] as object[],
  app_metadata = {},
  name = 'James',
}): Session {
  const payload = Buffer.from(JSON.stringify({ aal, name })).toString('base64url')
  const user: User = Object.assign(Object.create(null), { factors, app_metadata })
  const token = { token_type: 'bearer', expires_in: 900, refresh_token: 'handle' } as const
  return { ...token, access_token: `e30.${payload}.x`, user }
}

test.each([
  ['a password alone', {}, null],
  ['an app that was only begun', { factors: [HALF] }, null],
  ['an app that was not shown', { factors: [HALF, APP] }, 'code'],
  ['recovery codes alone', { factors: [PAPER] }, null],
  ['an app that was shown', { aal: 'aal2', factors: [APP] }, null],
  ['staff without an app', { app_metadata: { staff: true } }, 'app'],
  ['staff with an app', { app_metadata: { staff: true }, factors: [APP] }, 'code'],
  ['staff who has shown it', { aal: 'aal2', app_metadata: { staff: true }, factors: [APP] }, null],
  ['who is no staff', { app_metadata: { staff: 'true' } }, null],
  // Characters that base64url encodes differently.
  ['a name with odd letters', { aal: 'aal2', factors: [APP], name: '÷ÿ>>??~~ÿÿÿ' }, null],
] as const)('%s lacks the step %s', (_what, has, step) => {
  expect(secondStepOf(session({ ...has, factors: 'factors' in has ? [...has.factors] : [] }))).toBe(
    step,
  )
})
