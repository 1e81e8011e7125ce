import type { OfficeMember } from '../../domain/office/member-schemas.ts'
import type { Deps } from '../deps.ts'
import { REMINDED } from '../messages/mails/appointment-reminder.ts'
import { isOfficeMessage } from '../messages/mails/leaving.ts'
import { openSentText } from '../messages/mails/sealed-mail.ts'
import type { Tx } from '../platform/db/database.ts'
import { listNoticesOf, listSentTo, listStoredMails } from './office-record.queries.ts'

type Booked = { id: number; reference: string }

/**
 * What we told a member of a year, latest first: messages about the appointments in `booked` with
 * their words once they are sent, and notices without, unless the message of the notice is there.
 */
export async function messagesTo(
  tx: Tx,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  { memberId, booked }: { memberId: number; booked: readonly Booked[] },
): Promise<OfficeMember['mails']> {
  const sent = (await listSentTo(tx, memberId)).map(({ about, at, ...message }) => ({
    about,
    state: 'completed',
    at,
    words: openSentText(fieldKeys, message),
  }))
  const references = booked.map(({ reference }) => reference)
  const stored = (await listStoredMails(tx, { references, memberId })).map((mail) => ({
    ...mail,
    words: null,
  }))
  const messages = [...sent, ...stored]
  const notices = withoutTold(await listNoticesOf(tx, memberId), {
    booked,
    told: messages.map(({ about }) => about),
  })
  return [
    ...messages.map((one) => ({
      ...one,
      about: isOfficeMessage(one.about) ? 'message from the office' : one.about,
    })),
    ...notices.map(({ kind, at }) => ({ about: kind, state: 'completed', at, words: null })),
  ]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map((message) => ({ ...message, at: message.at.toISOString() }))
}

/** Each reminder of an appointment in `told` stands for one notice, the latest first. */
function withoutTold<N extends { cause: string }>(
  notices: readonly N[],
  { booked, told }: { booked: readonly Booked[]; told: string[] },
): N[] {
  const open = [...told]
  return notices.filter(({ cause }) => {
    const [kind, id] = cause.split(' ')
    const one = booked.find((appointment) => kind === 'appointment' && `${appointment.id}` === id)
    const place = one ? open.indexOf(`${REMINDED} ${one.reference}`) : -1
    if (place >= 0) open.splice(place, 1)
    return place < 0
  })
}
