import type { EventDetails } from '../../../domain/contract.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import type { Deps } from '../../deps.ts'
import { placeHeld } from '../../messages/mails/place-held.ts'
import { placeHeldBySms } from '../../messages/sms/place-held.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Invited } from './sealed-invitation.ts'

/** Sends the link by email and by text, as far as there is an address; false when there is none. */
export async function sendLink(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'settings'>,
  invitation: {
    id: number
    person: Invited
    host: string | null
    event: EventDetails
    startsAt: Date
    until: Date
    key: string
    /** The time before the event's times changed. */
    before?: Date
  },
): Promise<boolean> {
  const { id, person, host, event, startsAt, until, key, before } = invitation
  const { name, email, begun_by: begunBy } = person
  const link = invitationLink(deps, key)
  const phone = deps.settings.sendsSms ? ukMobile(person.mobile ?? '') : null
  const held = { id, startsAt, until, link }
  if (email !== null)
    await deps.jobs.enqueue(
      tx,
      'mail',
      placeHeld({ ...held, to: email, name, host, event, before, begunBy }),
    )
  if (phone !== null)
    await deps.jobs.enqueue(tx, 'sms', placeHeldBySms({ ...held, phone, by: begunBy?.name }))
  return email !== null || phone !== null
}

export function invitationLink({ settings }: Pick<Deps, 'settings'>, key: string): string {
  return `${settings.publicUrl}/by-link#invite=${key}`
}
