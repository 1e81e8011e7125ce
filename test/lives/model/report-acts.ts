// Acts of the laboratory and of the clinicians.
import type { LabRow, ReportStatus } from '../../../domain/office/lab-rows.ts'
import { RESULT_CHOICES } from '../../../domain/office/result-holds.ts'
import { OPEN_ROWS } from '../../../domain/office/result-states.ts'
import { TAKE_BACK_REASONS } from '../../../domain/office/taking-back.ts'
import { BANDS } from '../../../domain/results.ts'
import type { Random } from '../../app/seeded.ts'
import { pickFrom } from '../choose.ts'
import { type Act, of as nameOf, said } from './choose.ts'
import * as clinic from './clinic.ts'
import { decide, importRow } from './laboratory.ts'
import { manOf, type Report, type World } from './state.ts'

const FIRST = 1
const SECOND = 2

type OnReport = (world: World, random: Random, one: Report, by: number) => string | false | null

/** `states`: of the report; any when there is none. The report is opened first, as on the screen. */
export function onReport(states: readonly string[], act: OnReport): Act {
  return (world, random) => {
    const fits = world.reports.filter(({ state }) => states.length === 0 || states.includes(state))
    const one = pickFrom(random, fits)
    if (!one) return null
    const by = random.pick([FIRST, SECOND])
    clinic.open(world, one, by)
    const words = act(world, random, one, by)
    const { firstName } = manOf(world, one.member)
    return words ? `Result ${one.id} of ${firstName} ${words} (clinician ${by}).` : null
  }
}

const STATUSES: ReportStatus[] = [
  'final',
  'final',
  'final',
  'corrected',
  'deleted',
  'wrong_patient',
]

/** Mostly as the form said; sometimes with another's birth date, without a tube, or a number used twice. */
export function reports(world: World, random: Random): string | null {
  const blood = pickFrom(random, world.bloods)
  if (!blood) return null
  const of = manOf(world, random.chance(0.15) ? random.pick(world.men).id : blood.member)
  const man = { ...of.onForms, nhsNumber: of.nhsNumber }
  const status = random.pick(STATUSES)
  const isWithdrawal = status === 'deleted' || status === 'wrong_patient'
  const row: LabRow = {
    row: world.rows.length + 2,
    lab_number: random.chance(0.1) ? `N-${random.below(3)}` : `N-${blood.tube}`,
    tube: random.chance(0.15) ? null : blood.tube,
    nhs_number: random.chance(0.3) ? man.nhsNumber : null,
    first_name: man.firstName,
    last_name: man.lastName,
    date_of_birth: man.dateOfBirth,
    collected: random.chance(0.8) ? blood.date : null,
    received: null,
    reported: null,
    test: 'PSA',
    value: isWithdrawal ? null : random.chance(0.2) ? `${blood.value}1` : blood.value,
    unit: 'ng/mL',
    range: null,
    outcome: null,
    comment: null,
    status,
  }
  const { state, reason } = importRow(world, row)
  const tube = row.tube ?? 'without a tube'
  return `The laboratory reports ${status} ${row.value ?? ''} for ${tube} (${row.lab_number}) of ${man.firstName}: ${state} ${reason ?? ''}.`
}

export function decides(world: World, random: Random): string | null {
  const row = pickFrom(
    random,
    world.rows.filter(({ state }) => OPEN_ROWS.includes(state)),
  )
  const appointment = pickFrom(random, world.appointments)
  if (!row || !appointment) return null
  return said(
    decide(world, row, appointment),
    `A clinician gives row ${row.id} to ${nameOf(world, appointment)}`,
  )
}

const decision = (random: Random, { isWithdrawal }: Report, by: number) => ({
  by,
  band: isWithdrawal ? null : random.pick(BANDS),
  ringFirst: random.chance(0.15),
})

export function reviews(world: World, random: Random, one: Report, by: number) {
  const chosen = decision(random, one, by)
  return clinic.review(world, one, chosen) && `is called ${chosen.band}`
}

export function reviewsAgain(world: World, random: Random, one: Report, by: number) {
  const chosen = decision(random, one, by)
  return clinic.reviewAgain(world, one, chosen) && `is called ${chosen.band} by the second`
}

export function chooses(world: World, random: Random, one: Report, by: number) {
  const choice = random.pick(RESULT_CHOICES)
  return clinic.choose(world, one, { by, choice }) && `is chosen about: ${choice}`
}

export function asksTakeBack(world: World, random: Random, one: Report, by: number) {
  const because = random.pick(TAKE_BACK_REASONS)
  return clinic.askTakeBack(world, one, { by, because }) && `is asked to be taken back: ${because}`
}

/** An act of one clinician that needs no more than the report. */
export function plainly(
  states: readonly string[],
  act: (world: World, one: Report, by: { by: number }) => boolean,
  words: string,
): Act {
  return onReport(states, (world, _, one, by) => act(world, one, { by }) && words)
}

/** What only the GP was given is asked back by one clinician and confirmed by the other. */
export function takesBackFromGp(world: World, random: Random): string | null {
  const given = world.reports.filter(
    ({ isForGpOnly, state }) => isForGpOnly && state === 'released',
  )
  const one = pickFrom(random, given)
  if (!one) return null
  clinic.askTakeBack(world, one, { by: FIRST, because: random.pick(TAKE_BACK_REASONS) })
  const isDone = clinic.confirmTakeBack(world, one, { by: SECOND })
  return said(isDone, `Result ${one.id}, which only the GP was given, is taken back`)
}
