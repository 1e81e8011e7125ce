import { isHookSecret } from '../mail/sms-hook.ts'
import type { AuthSettings } from '../settings.ts'
import { given, type Reader } from './env-reader.ts'
import { isPrivateAddress } from './provider-settings.ts'

export function readPhoneSettings(read: Reader): Partial<AuthSettings> {
  const isAutoConfirmed = read.yes('SMS_AUTOCONFIRM')
  const hook = { url: read.text('HOOK_SEND_SMS_URI'), secret: read.text('HOOK_SEND_SMS_SECRETS') }
  const hasHook = read.yes('HOOK_SEND_SMS_ENABLED') ?? hook.url !== ''
  if (hasHook && !isPrivateAddress(hook.url))
    read.refuse('HOOK_SEND_SMS_URI', 'must be an https address, where SMS are handed over')
  if (hasHook && !isHookSecret(hook.secret))
    read.refuse('HOOK_SEND_SMS_SECRETS', 'must be a random secret of 16 bytes or more')
  return {
    ...given('phone', read.yes('EXTERNAL_PHONE_ENABLED')),
    ...given('confirmPhone', isAutoConfirmed === undefined ? undefined : !isAutoConfirmed),
    ...given('smsCodeSeconds', read.whole('SMS_OTP_EXP', 1)),
    ...given('smsEverySeconds', read.duration('SMS_MAX_FREQUENCY')),
    ...given('smsPerHour', read.whole('RATE_LIMIT_SMS_SENT', 1)),
    ...(hasHook && { smsHook: hook }),
    smsTestCodes: read.pairs('SMS_TEST_OTP'),
    ...readPhoneFactors(read),
  }
}

function readPhoneFactors(read: Reader): Partial<AuthSettings> {
  const enrol = read.yes('MFA_PHONE_ENROLL_ENABLED') ?? false
  const verify = read.yes('MFA_PHONE_VERIFY_ENABLED') ?? false
  const everySeconds = read.duration('MFA_PHONE_MAX_FREQUENCY') ?? 60
  return enrol || verify ? { phoneFactors: { enrol, verify, everySeconds } } : {}
}
