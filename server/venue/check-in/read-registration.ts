import { isLeadOf } from '../../../domain/office/days.ts'
import type { KeptRegistration } from '../../../domain/office/walk-in-schemas.ts'
import { joinAddress } from '../../../domain/postal-address.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findKeptRegistration } from './reviews.queries.ts'
import { openRegistration, type Registration, textOf } from './sealed-registration.ts'

/**
 * Whom a refused registration is about and how to reach them, for a lead; never consent answers or
 * an NHS number. Written to the audit log. Throws Refused lead_needed or not_found.
 */
export async function readRegistration(
  { database, fieldKeys, now }: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  of: { eventId: number; actionId: string },
  by: Staff,
): Promise<KeptRegistration> {
  if (!isLeadOf(by, of.eventId)) throw new Refused('lead_needed')
  return database.transaction(async (tx) => {
    const kept = await findKeptRegistration(tx, of)
    if (!kept || kept.code === null) throw new Refused('not_found')
    await insertAudit(
      tx,
      { by, subject: `event ${of.eventId}`, at: now() },
      'refused registration read',
      { actionId: of.actionId },
    )
    const form = openRegistration(fieldKeys, kept)
    return {
      id: kept.id,
      code: kept.code,
      at: kept.at.toISOString(),
      by: kept.by,
      first_name: textOf(form, 'first_name'),
      last_name: textOf(form, 'last_name'),
      date_of_birth: textOf(form, 'date_of_birth'),
      phone: textOf(form, 'phone'),
      email: textOf(form, 'email'),
      address: addressOf(form),
    }
  })
}

function addressOf(form: Registration): string {
  const { address_lines: typed } = form
  const lines = Array.isArray(typed) ? typed.filter((line) => typeof line === 'string') : []
  return joinAddress({
    lines,
    town: textOf(form, 'town') || null,
    postcode: textOf(form, 'postcode') || null,
  })
}
