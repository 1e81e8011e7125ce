import { labelsToPrint } from '../../../domain/office/label-count.ts'
import { tubeCodeOf } from '../../../domain/office/tube-code.ts'
import type { TubesOfDay } from '../../../domain/office/tube-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { ownDay } from '../check-in/own-day.ts'
import { wantsSlips } from '../check-in/tubes.queries.ts'
import {
  countExpected,
  listLabelBatches,
  listLabelNumbers,
  listUsedCodes,
} from './labels.queries.ts'
import { readFormState } from './laboratory-form.ts'
import { findTestOfEvent } from './laboratory-forms.queries.ts'
import { printLabelsAgain, printNewLabels } from './print-labels.ts'

export function labelsOfficeRoutes(app: App, deps: Deps): void {
  serve(app, 'GET /api/office/days/:id/labels', async (request) =>
    readTubes(deps, await ownDay(deps, request)),
  )

  serve(app, 'POST /api/office/days/:id/labels', async (request, reply) => {
    const event = await ownDay(deps, request)
    const pdf = await printNewLabels(deps, { ...request.body, event }, staffOf(request))
    return sendPdf(reply, pdf, `labels-${event.id}`)
  })

  serve(app, 'POST /api/office/days/:id/labels/:batch/again', async (request, reply) => {
    const event = await ownDay(deps, request)
    const batchId = publicId(request.params.batch)
    const again = { ...request.body, event, batchId }
    const pdf = await printLabelsAgain(deps, again, staffOf(request))
    return sendPdf(reply, pdf, `labels-${event.id}-again`)
  })
}

async function readTubes(deps: Deps, event: EventRecord): Promise<TubesOfDay> {
  const { db } = deps.database
  const [batches, labels, expected, test, { form, tubes, cannotPrint }, hasSlips] =
    await Promise.all([
      listLabelBatches(db, event.id),
      listLabelNumbers(db, event.id),
      countExpected(db, event.id),
      findTestOfEvent(db, event.id),
      readFormState(db, deps, event),
      wantsSlips(db, event.id),
    ])
  const codes = labels.map(({ number, batchId }) => ({ batchId, code: tubeCodeOf(number) }))
  const used = await listUsedCodes(
    db,
    codes.map(({ code }) => code),
  )
  const { spare, count } = labelsToPrint({ ...expected, tubes, unused: labels.length - used.size })
  return {
    event_id: event.id,
    name: event.name,
    date: ukDate(event.startsAt),
    start: ukTime(event.startsAt),
    end: ukTime(event.endsAt),
    lab_name: test.labName,
    requires_nhs_number: test.requiresNhsNumber,
    booked: expected.booked,
    kept_back: expected.keptBack,
    tubes,
    spare,
    suggested: event.endsAt < deps.now() ? 0 : count,
    batches: batches.map(({ id, printedAt, printedBy }) => {
      const own = codes.filter(({ batchId }) => batchId === id).map(({ code }) => code)
      return {
        id,
        first: own[0] ?? '',
        last: own.at(-1) ?? '',
        count: own.length,
        used: own.filter((code) => used.has(code)).length,
        printed_at: printedAt.toISOString(),
        printed_by: printedBy,
      }
    }),
    form,
    ...(hasSlips && { has_slips: true }),
    ...(cannotPrint.length > 0 && { cannot_print: cannotPrint }),
  }
}
