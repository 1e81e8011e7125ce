import { momentInWords } from '../../../domain/uk-time.ts'
import { closing } from './booking-lines.ts'
import { letter } from './letter.ts'

type About = { to: string; name: string; by: string }

/** To every admin and to the colleague, a day before the second factor goes. */
export function factorRemovalAsked({
  to,
  name,
  by,
  reason,
  dueAt,
}: About & { reason: string; dueAt: Date }) {
  return letter({
    to,
    subject: `CHAPS office: ${name}’s second sign-in step`,
    parts: [
      `${by} has asked to remove the authenticator app and the recovery codes of ${name}. Reason: ${reason}`,
      `This will happen at ${momentInWords(dueAt)}. ${name} then sets up a new app when they sign in with their password.`,
      'If you did not expect this, any admin can stop it until then: open the office, Staff, and the name.',
      closing,
    ],
  })
}

/** To every admin and to the colleague. */
export function factorRemovalEnded({ to, name, by, isStopped }: About & { isStopped: boolean }) {
  return letter({
    to,
    subject: `CHAPS office: ${name}’s second sign-in step`,
    parts: [
      isStopped
        ? `${by} has stopped the request to remove the authenticator app of ${name}. Nothing has changed.`
        : `The authenticator app and the recovery codes of ${name} have been removed, as ${by} asked a day ago. They are signed out everywhere.`,
      'If you did not expect this, please sign in and check the audit log.',
      closing,
    ],
  })
}
