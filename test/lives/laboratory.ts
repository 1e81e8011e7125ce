// What the laboratory reports, and what a clinician decides about its rows.
import type { ImportRow } from '../../domain/office/result-import-schemas.ts'
import { fileOf, lineOf, upload } from '../app/laboratory.ts'
import type { Random } from '../app/seeded.ts'
import { pickFrom, whose } from './choose.ts'
import type { Facts } from './facts.queries.ts'
import { type Life, newValue, send } from './world.ts'

/** The laboratory reports a tube: final, corrected, withdrawn or for the wrong patient. */
export async function report(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const blood = pickFrom(random, life.bloods)
  if (!blood) return null
  const member = life.members.find(({ id }) => id === blood.memberId)
  const taken = facts.appointments.find(({ id }) => id === blood.appointmentId)
  const own = life.events.find(({ event_id: id }) => id === taken?.event)
  // Mostly of the day of the sample, sometimes of any.
  const event = random.chance(0.8) && own ? own : random.pick(life.events)
  if (!member) return null
  const status = random.pick(['F', 'F', 'F', 'C', 'D', 'W', 'P'])
  const value = random.chance(0.2) ? newValue(life) : blood.value
  if (value !== blood.value) life.bloods.push({ ...blood, value })
  const person = {
    memberId: member.id,
    appointmentId: blood.appointmentId,
    tube: blood.tube,
    firstName: member.firstName,
    lastName: member.lastName,
    dateOfBirth: member.dateOfBirth,
    date: event.event_date,
  }
  const line = lineOf(person, {
    Collected: '',
    // A number of the laboratory that it sometimes uses twice.
    'Lab no': random.chance(0.1) ? `N-${random.below(3)}` : `N-${blood.tube}`,
    Barcode: random.chance(0.1) ? '' : blood.tube,
    Result: value,
    Status: status,
  })
  const as = life.staff.clinician
  const { status: answered, body } = await upload(life.site, {
    labId: life.labId,
    bytes: fileOf([line]),
    as,
  })
  if (answered >= 400) return null
  if (!life.imports.includes(body.id)) life.imports.push(body.id)
  await send(life, 'POST', `/api/office/result-imports/${body.id}/commit`, { as })
  return `The laboratory reports ${status} ${value} for tube ${line.Barcode || 'without code'} (${line['Lab no']}) of ${member.firstName}.`
}

export const OPEN_ROWS = ['close', 'quarantined', 'conflict', 'error', 'matched', 'asked']

export async function decide(life: Life, random: Random, facts: Facts): Promise<string | null> {
  const open = facts.rows.filter(({ state }) => OPEN_ROWS.includes(state) || state === 'discarded')
  const row = pickFrom(random, open)
  if (!row) return null
  const as = life.staff.clinician
  const { body: list } = await life.site.ask(
    'GET',
    `/api/office/result-imports/${row.import}/rows`,
    { as },
  )
  const found = (list.data as ImportRow[]).find((one) => one.row === row.row)
  const candidate = pickFrom(random, found?.candidates.filter((one) => one.may_decide) ?? [])
  const decision =
    row.state === 'discarded' ? 'undo' : candidate && random.chance(0.8) ? 'match' : 'discard'
  const url = `/api/office/result-imports/${row.import}/rows/${row.row}/decision`
  const body = {
    decision,
    ...(decision === 'match' && { appointment_id: candidate?.appointment_id }),
  }
  const { status } = await send(life, 'POST', url, { as, body })
  if (status >= 400) return null
  await send(life, 'POST', `/api/office/result-imports/${row.import}/commit`, { as })
  return `A clinician decides a row (${row.reason}) of import ${row.import}: ${decision} ${candidate ? whose(life, { id: candidate.appointment_id, member: 0 }) : ''}.`
}
