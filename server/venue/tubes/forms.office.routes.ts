import type { FastifyRequest } from 'fastify'
import { mayReadOfDay } from '../../../domain/office/days.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { startAndIdIn } from '../../platform/http/list.ts'
import { sendCsv, sendPdf } from '../../platform/http/send-file.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { ownDay } from '../check-in/own-day.ts'
import { boxesOf, drawCourierList } from './draw-courier-list.ts'
import { drawLaboratoryForm } from './draw-laboratory-form.ts'
import { type LaboratoryForm, makeLaboratoryForm } from './laboratory-form.ts'
import { countSampledEvents, listSampledEvents } from './laboratory-forms.queries.ts'

/**
 * What goes to the laboratory with the tubes. The papers are for staff who may open the day and
 * for clinicians; the files, which are exports, not for the venue (rules §9.1).
 */
export function formsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/laboratory-forms', () => ({
    name: 'laboratory forms',
    load: async ({ after, limit }) => {
      const rows = await listSampledEvents(db, { after: startAndIdIn(after), limit })
      const total = await countSampledEvents(db)
      return {
        rows: rows.map(({ id, name, startsAt, labName, tubes, version }) => ({
          event_id: id,
          event_name: name,
          event_date: ukDate(startsAt),
          starts_at: startsAt.toISOString(),
          lab_name: labName,
          tubes,
          version,
        })),
        total,
      }
    },
    keyOf: ({ event_id, starts_at }) => [Date.parse(starts_at), event_id],
  }))

  serve(app, 'GET /api/office/days/:id/laboratory-form', async (request, reply) => {
    const form = await formFor(request, { as: 'laboratory form', file: 'PDF' })
    return sendPdf(reply, await drawLaboratoryForm(form, deps.now()), fileName(form))
  })

  serve(app, 'GET /api/office/days/:id/laboratory-form.csv', async (request, reply) => {
    const form = await formFor(request, { as: 'laboratory form', file: 'CSV' })
    const { event, version, madeAt, rows } = form
    const lines = rows.map((row) => ({
      form_version: version,
      form_made_at: madeAt.toISOString(),
      event: event.name,
      event_date: event.date,
      venue: event.venue,
      laboratory: event.labName,
      tube: row.tube,
      last_name: row.lastName,
      first_name: row.firstName,
      date_of_birth: row.dateOfBirth,
      sex: row.sex,
      ...(row.nhsNumber !== null && { nhs_number: row.nhsNumber }),
      sampled_date: row.sampledDate,
      sampled_time: row.sampledTime,
      taken_by: row.collector,
    }))
    return sendCsv(reply, lines, fileName(form))
  })

  serve(app, 'GET /api/office/days/:id/courier-list', async (request, reply) => {
    const form = await formFor(request, { as: 'courier list', file: 'PDF' })
    const { tubes_per_box: perBox } = request.query
    const pdf = await drawCourierList(form, { perBox, at: deps.now() })
    return sendPdf(reply, pdf, fileName(form, 'courier-list'))
  })

  serve(app, 'GET /api/office/days/:id/courier-list.csv', async (request, reply) => {
    const form = await formFor(request, { as: 'courier list', file: 'CSV' })
    const { event, version, rows } = form
    const codes = rows.map(({ tube }) => tube)
    const lines = boxesOf(codes, request.query.tubes_per_box).flatMap((box, n) =>
      box.map((tube) => ({
        list_version: version,
        event: event.name,
        event_date: event.date,
        laboratory: event.labName,
        box: n + 1,
        tube,
      })),
    )
    return sendCsv(reply, lines, fileName(form, 'courier-list'))
  })

  async function formFor(
    request: FastifyRequest<{ Params: { id: string } }>,
    { as, file }: { as: 'laboratory form' | 'courier list'; file: 'PDF' | 'CSV' },
  ): Promise<LaboratoryForm> {
    const event = await ownDay(deps, request, mayReadOfDay)
    return makeLaboratoryForm(deps, { event, as }, { by: staffOf(request), file })
  }
}

function fileName({ event, version }: LaboratoryForm, kind = 'laboratory-form'): string {
  return `${kind}-${event.id}-version-${version}`
}
