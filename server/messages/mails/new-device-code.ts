import { DEVICE_CODE_MINUTES } from '../../../domain/new-device.ts'
import { closing } from './booking-lines.ts'
import { type Draft, letter } from './letter.ts'

/** Contains no name: whoever signed in may not be the owner of the account. */
export function newDeviceCode({ to, code }: { to: string; code: string }): Draft {
  return letter({
    to,
    subject: 'Your CHAPS code for a new device',
    parts: [
      'Hello,',
      `Somebody, we hope you, signed in to your account on a device that we do not recognise. Your code is ${code}. It works for ${DEVICE_CODE_MINUTES} minutes, on that device only.`,
      'We never ask for this code by phone. Please do not give it to anybody.',
      'If it was not you, somebody knows your password. Please choose a new one straight away with ‘Forgot password?’ on the sign-in page.',
      closing,
    ],
  })
}
