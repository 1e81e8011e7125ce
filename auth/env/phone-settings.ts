import { isHookSecret } from '../mail/signed-hook.ts'
import type { AuthSettings } from '../settings.ts'
import { ifSet, type Reader } from './env-reader.ts'
import { isPrivateAddress } from './provider-settings.ts'

export function readPhoneSettings(read: Reader): Partial<AuthSettings> {
  const isAutoConfirmed = read.boolean('SMS_AUTOCONFIRM')
  const hook = { url: read.text('HOOK_SEND_SMS_URI'), secret: read.text('HOOK_SEND_SMS_SECRETS') }
  const hasHook = read.boolean('HOOK_SEND_SMS_ENABLED') ?? hook.url !== ''
  if (hasHook && !isPrivateAddress(hook.url))
    read.addProblem('HOOK_SEND_SMS_URI', 'must be an https address, where SMS are handed over')
  if (hasHook && !isHookSecret(hook.secret))
    read.addProblem('HOOK_SEND_SMS_SECRETS', 'must be a random secret of 16 bytes or more')
  return {
    ...ifSet('phone', read.boolean('EXTERNAL_PHONE_ENABLED')),
    ...ifSet('confirmPhone', isAutoConfirmed === undefined ? undefined : !isAutoConfirmed),
    ...ifSet('smsCodeSeconds', read.integer('SMS_OTP_EXP', 1)),
    ...ifSet('smsEverySeconds', read.duration('SMS_MAX_FREQUENCY')),
    ...ifSet('smsPerHour', read.integer('RATE_LIMIT_SMS_SENT', 1)),
    ...(hasHook && { smsHook: hook }),
    smsTestCodes: read.pairs('SMS_TEST_OTP'),
    ...readPhoneFactors(read),
  }
}

function readPhoneFactors(read: Reader): Partial<AuthSettings> {
  const enrol = read.boolean('MFA_PHONE_ENROLL_ENABLED') ?? false
  const verify = read.boolean('MFA_PHONE_VERIFY_ENABLED') ?? false
  const everySeconds = read.duration('MFA_PHONE_MAX_FREQUENCY') ?? 60
  return enrol || verify ? { phoneFactors: { enrol, verify, everySeconds } } : {}
}
