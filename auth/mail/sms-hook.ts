import type { SendSms } from '../options.ts'
import type { AuthSettings } from '../settings.ts'
import { isHookSecret, openSignedHook } from './signed-hook.ts'

/** Throws if SMS are needed and cannot be sent. */
export function createSmsSender({
  settings,
  sms,
  now,
}: {
  settings: Pick<AuthSettings, 'phone' | 'confirmPhone' | 'phoneFactors' | 'smsHook'>
  sms: SendSms | undefined
  now: () => Date
}): SendSms {
  const { smsHook: hook } = settings
  if (hook && !isHookSecret(hook.secret)) throw new Error('The secret of smsHook is too short')
  if (hook) return openSignedHook({ name: 'SMS', ...hook, now })
  if (sms) return sms
  if (needsSms(settings)) throw new Error('Phone numbers are switched on, but nothing sends an SMS')
  return async () => {
    throw new Error('Nothing sends an SMS')
  }
}

export function needsSms({
  phone = false,
  confirmPhone = true,
  phoneFactors,
}: Partial<AuthSettings>): boolean {
  return (phone && confirmPhone) || Boolean(phoneFactors?.enrol || phoneFactors?.verify)
}
