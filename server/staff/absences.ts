import {
  type Absences,
  daysWithTooFew,
  type NewAbsence,
  whyNotAway,
} from '../../domain/office/absences.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { clinicianAway } from '../messages/mails/clinician-away.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import {
  endAbsence,
  hasAbsence,
  insertAbsence,
  listAbsences,
  listClinicians,
  lockClinicians,
} from './absences.queries.ts'
import type { Staff } from './guard.ts'

type AbsenceDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache'>

/** Who is away from today on, who covers, and when too few are left. */
export async function readAbsences(q: Queryable, reader: Staff, now: Date): Promise<Absences> {
  const today = ukDate(now)
  const [clinicians, rows] = await Promise.all([listClinicians(q), listAbsences(q, today)])
  const names = new Map(clinicians.map(({ id, name }) => [id, name]))
  return {
    absences: rows.map(({ id, clinicianId, coverId, from, until, enteredBy }) => ({
      id,
      clinician: names.get(clinicianId) ?? '',
      cover: names.get(coverId) ?? null,
      from,
      until,
      entered_by: enteredBy,
      is_own_cover: coverId === reader.id,
    })),
    clinicians: clinicians.map(({ id, name }) => ({ id, name, is_self: id === reader.id })),
    too_few: daysWithTooFew([...names.keys()], rows, today),
  }
}

/**
 * Enters days on which a clinician is away; both the clinician and who covers get an email. Throws Refused
 * not_found when one of them is no clinician here, or what `whyNotAway` says.
 */
export async function enterAbsence(
  deps: AbsenceDeps,
  entered: NewAbsence,
  by: Staff,
): Promise<void> {
  const at = deps.now()
  const { clinician_id: clinicianId, cover_id: coverId, from, until } = entered
  await commit(deps, async (tx) => {
    const clinicians = await lockClinicians(tx)
    const clinician = clinicians.find(({ id }) => id === clinicianId)
    const cover = clinicians.find(({ id }) => id === coverId)
    if (!clinician || !cover) throw new Refused('not_found')
    const today = ukDate(at)
    const refusal = whyNotAway(entered, { today, others: await listAbsences(tx, today) })
    if (refusal) throw new Refused(refusal)
    const days = { fromDay: from, untilDay: until }
    const who = { clinicianId, coverId, enteredBy: by.id, enteredAt: at }
    const id = await insertAbsence(tx, { ...who, ...days })
    const entry = { by, subject: `staff ${clinicianId}`, at }
    await insertAudit(tx, entry, 'absence entered', { absence: id, from, until, cover: coverId })
    const about = { clinician: clinician.name, cover: cover.name, by: by.name, from, until }
    for (const { email: to } of [clinician, cover])
      await deps.jobs.enqueue(tx, 'mail', clinicianAway({ to, ...about }))
  })
}

/** The clinician is back, or does not go. Throws Refused not_found or absence_over. */
export async function endClinicianAbsence(deps: AbsenceDeps, id: number, by: Staff): Promise<void> {
  const at = deps.now()
  await commit(deps, async (tx) => {
    const clinicianId = await endAbsence(tx, { id, today: ukDate(at), by: by.id, at })
    if (clinicianId === null)
      throw new Refused((await hasAbsence(tx, id)) ? 'absence_over' : 'not_found')
    const entry = { by, subject: `staff ${clinicianId}`, at }
    await insertAudit(tx, entry, 'absence ended', { absence: id })
  })
}
