import type { FastifyRequest } from 'fastify'
import { printedName } from '../../../domain/latin-names.ts'
import { MOST_LABELS } from '../../../domain/office/address-labels.ts'
import type { AttendeeTab } from '../../../domain/office/attendee-schemas.ts'
import type { MEMBER_TABS } from '../../../domain/office/member-schemas.ts'
import { letterAddress } from '../../../domain/office/result-letters.ts'
import { type ContactSubject, mayTell } from '../../../domain/reach.ts'
import { listRecipients } from '../../changed-days/message.queries.ts'
import { groupOf } from '../../changed-days/people.queries.ts'
import type { Deps } from '../../deps.ts'
import { findEventRecord } from '../../events/office.queries.ts'
import { nameIn } from '../../members/latin-columns.ts'
import { listContacts } from '../../members/reach.queries.ts'
import { rankFound } from '../../members/search.queries.ts'
import { drawAddressLabels } from '../../messages/letters/draw-address-labels.ts'
import { Refused } from '../../platform/http/refused.ts'
import { logExport } from '../../staff/exports.ts'
import { listMembers } from './office.queries.ts'

type LabelDeps = Pick<Deps, 'database' | 'now'>

/** Labels for the people of a tab of an event. Throws Refused not_found, or as `printLabels`. */
export async function attendeeLabels(
  deps: LabelDeps,
  request: FastifyRequest,
  { eventId, tab }: { eventId: number; tab: AttendeeTab },
): Promise<Buffer> {
  const { db } = deps.database
  if (!(await findEventRecord(db, eventId))) throw new Refused('not_found')
  const people = await listRecipients(db, groupOf({ eventId, tab }))
  const ids = people.map(({ memberId }) => memberId)
  const list = `address labels of event ${eventId}`
  return printLabels(deps, request, { ids, subject: 'appointment', list })
}

/** Labels for the list of members as it is narrowed. Throws Refused as `printLabels`. */
export async function memberLabels(
  deps: LabelDeps,
  request: FastifyRequest,
  { search, tab }: { search: string; tab: (typeof MEMBER_TABS)[number] },
): Promise<Buffer> {
  const { db } = deps.database
  const found = await rankFound(db, search)
  const page = { after: null, limit: MOST_LABELS + 1, isNewestFirst: false }
  const rows = await listMembers(db, { found, tab, now: deps.now(), ...page })
  const ids = rows.map(({ id }) => id)
  return printLabels(deps, request, { ids, subject: 'invitation', list: 'address labels' })
}

/**
 * By last name: those who live at a postal address and may be written to about the subject. Audited as an
 * export. Throws Refused too_many_labels or no_labels.
 */
async function printLabels(
  deps: LabelDeps,
  request: FastifyRequest,
  of: { ids: readonly number[]; subject: ContactSubject; list: string },
): Promise<Buffer> {
  const { ids, subject, list } = of
  if (ids.length > MOST_LABELS) throw new Refused('too_many_labels')
  const contacts = await listContacts(deps.database.db, ids)
  const addresses = contacts
    .filter((one) => mayTell(one, subject))
    .toSorted((a, b) => a.lastName.localeCompare(b.lastName) || a.id - b.id)
    .flatMap((one) => {
      const { first_name: first, last_name: last } = printedName(nameIn(one))
      const { careOf, addressLines: lines, town, postcode } = one
      const address = letterAddress({ name: `${first} ${last}`, careOf, lines, town, postcode })
      return address ? [address] : []
    })
  if (addresses.length === 0) throw new Refused('no_labels')
  await logExport(deps, request, { list, rows: addresses.length })
  return drawAddressLabels(addresses, deps.now())
}
