import { latinFieldsOf, printedName } from '../../../domain/latin-names.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { hallAddress } from '../../events/hall-address.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { nameIn } from '../../members/latin-columns.ts'
import { openNhsNumber } from '../../members/user-profile.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { lockDay } from '../check-in/attendance.queries.ts'
import {
  findLatestForm,
  findTestOfEvent,
  insertForm,
  listSamples,
} from './laboratory-forms.queries.ts'

type FormDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys'>

/** Times London. `nhsNumber` is null where the form has no such column. */
export type FormRow = {
  tube: string
  lastName: string
  firstName: string
  dateOfBirth: string
  sex: string
  sampledDate: string
  sampledTime: string
  collector: string
  nhsNumber: string | null
}

export type LaboratoryForm = {
  version: number
  madeAt: Date
  event: {
    id: number
    name: string
    date: string
    start: string
    end: string
    venue: string
    labName: string | null
    productName: string | null
  }
  rows: FormRow[]
}

/**
 * The form as the samples are now; another version than the last when anything on it has changed.
 * NHS numbers are on it when the laboratory requires them: whole ones for a clinician, whose reading
 * is in the access log, and for the others only whether there is one (rules §9.1: the office and
 * the venue see none). Throws Refused no_samples.
 */
export async function makeLaboratoryForm(
  deps: FormDeps,
  { event, as }: { event: EventRecord; as: 'laboratory form' | 'courier list' },
  { by, file }: { by: Staff; file: 'PDF' | 'CSV' },
): Promise<LaboratoryForm> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    await lockDay(tx, event.id)
    const { samples, facts, requiresNhsNumber, contents } = await readContents(tx, deps, event)
    if (samples.length === 0) throw new Refused('no_samples')
    const latest = await findLatestForm(tx, event.id)
    const isSame = latest?.contents.equals(contents) ?? false
    const form =
      latest && isSame ? latest : { version: (latest?.version ?? 0) + 1, madeAt: now, contents }
    const { version, madeAt } = form
    if (!isSame) {
      const row = { eventId: event.id, version, madeAt, madeBy: by.id, contents }
      await insertForm(tx, { ...row, tubes: samples.length })
    }
    const hasNumbers = as === 'laboratory form' && requiresNhsNumber
    const isWhole = hasNumbers && by.roles.includes('clinician')
    await insertAudit(tx, { by, subject: `event ${event.id}`, at: now }, `${as} made`, {
      version,
      tubes: samples.length,
      file,
      nhsNumbers: isWhole,
    })
    const memberIds = isWhole ? samples.map((one) => one.memberId) : []
    const access = { staff: by, what: 'member', reason: 'day', at: now } as const
    await insertStaffAccesses(tx, { ...access, memberIds })
    const numberOf = (sample: Sample) => {
      if (!hasNumbers) return null
      if (isWhole) return openNhsNumber(sample, deps.fieldKeys) ?? 'none'
      return sample.nhsNumber ? 'on record' : 'none'
    }
    const rows = samples.map((one) => ({ ...toRow(one), nhsNumber: numberOf(one) }))
    return { version, madeAt, event: facts, rows }
  })
}

/** The newest version, null before the first; with the samples whose names it cannot show. */
export async function readFormState(q: Queryable, deps: FormDeps, event: EventRecord) {
  const [latest, { samples, contents }] = await Promise.all([
    findLatestForm(q, event.id),
    readContents(q, deps, event),
  ])
  const form = latest && {
    version: latest.version,
    made_at: latest.madeAt.toISOString(),
    tubes: latest.tubes,
    is_current: latest.contents.equals(contents),
  }
  const cannotPrint = samples.flatMap((sample) => {
    const { tube, memberId: member_id, firstName, lastName } = sample
    const isPrinted = latinFieldsOf(printedName(nameIn(sample))).length === 0
    return isPrinted ? [] : [{ tube, name: `${firstName} ${lastName}`, member_id }]
  })
  return { form, tubes: samples.length, cannotPrint }
}

type Sample = Awaited<ReturnType<typeof listSamples>>[number]

/** `contents` is a keyed hash of all that the form can show. */
async function readContents(
  q: Queryable,
  { fieldKeys }: Pick<Deps, 'fieldKeys'>,
  event: EventRecord,
) {
  const samples = await listSamples(q, event.id)
  const { requiresNhsNumber, ...test } = await findTestOfEvent(q, event.id)
  const facts = {
    id: event.id,
    name: event.name,
    date: ukDate(event.startsAt),
    start: ukTime(event.startsAt),
    end: ukTime(event.endsAt),
    venue: hallAddress(event),
    ...test,
  }
  const shown = samples.map((one) => [toRow(one), one.nhsNumberIndex?.toString('hex') ?? null])
  const text = JSON.stringify([facts, requiresNhsNumber, shown])
  const contents = fieldKeys.blindIndex(text, 'laboratory_form')
  return { samples, facts, requiresNhsNumber, contents }
}

/** The name as it is printed, so that a laboratory's file has it too. */
function toRow(sample: Sample): Omit<FormRow, 'nhsNumber'> {
  const { first_name: firstName, last_name: lastName } = printedName(nameIn(sample))
  return {
    tube: sample.tube,
    lastName,
    firstName,
    dateOfBirth: sample.dateOfBirth,
    sex: sample.gender,
    sampledDate: ukDate(sample.sampledAt),
    sampledTime: ukTime(sample.sampledAt),
    collector: sample.collector,
  }
}
