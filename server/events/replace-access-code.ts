import type { NewAccessCode } from '../../domain/office/event-schemas.ts'
import type { Deps } from '../deps.ts'
import { newAccessCodeForHost } from '../messages/mails/access-code.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { invalidField, Refused } from '../platform/http/refused.ts'
import type { Staff } from '../staff/guard.ts'
import { hashAccessCode } from './access-code.ts'
import { endGrants } from './access-grants.queries.ts'
import { mustLockEvent } from './locked-event.ts'
import { updateEvent } from './office.queries.ts'
import { refuseStale } from './stale-version.ts'

/**
 * Replaces the code of a private event, ends the grants of the old one (endGrants) and, when asked
 * to, mails `message` to the host. The code itself is stored nowhere but in that mail. Throws Refused
 * not_found, event_cancelled, not_private, changed_meanwhile (with `by`) or invalid_request (with
 * `fields`).
 */
export async function replaceAccessCode(
  deps: Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>,
  {
    id,
    version,
    access_code: code,
    message,
    mail_to_host: isMailed,
  }: NewAccessCode & { id: number },
  by: Staff,
): Promise<void> {
  const accessCodeHash = await hashAccessCode(code)
  await commit({ ...deps, eventIds: [id] }, async (tx) => {
    const event = await mustLockEvent(tx, id)
    if (event.status === 'cancelled') throw new Refused('event_cancelled')
    if (!event.isPrivate) throw new Refused('not_private')
    await refuseStale(tx, event, version)
    const { contactEmail: to } = event
    if (isMailed && to === null)
      throw invalidField('mail_to_host', 'This event has no email address for the host.')
    if (isMailed && !message.includes(code))
      throw invalidField('message', 'This text does not include the new code.')
    const at = deps.now()
    await updateEvent(tx, id, { accessCodeHash, changedBy: by.id })
    await endGrants(tx, { eventId: id, now: at })
    if (isMailed && to !== null)
      await deps.jobs.enqueue(tx, 'mail', newAccessCodeForHost({ to, event, text: message }))
    const details = { mailedToHost: isMailed }
    await insertAudit(tx, { by, subject: `event ${id}`, at }, 'access code replaced', details)
  })
}
