import { mapValues, toColumns, toFields } from '../../domain/fields.ts'
import type { Lab } from '../../domain/office/event-schemas.ts'
import { LAB_FIELDS, LAB_TICKS } from '../../domain/office/lab-fields.ts'
import type { App, Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { databaseFault } from '../platform/db/database-fault.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { staffOf } from '../staff/guard.ts'
import { followLabDays } from '../tasks/follow-lab-days.ts'
import { differences } from './event-audit.ts'
import { type LabRow, listLabs, lockLab, updateLab } from './products.queries.ts'
import { insertLab } from './publishing.queries.ts'
import { refuseStale } from './stale-version.ts'

export function labsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serve(app, 'GET /api/office/labs', async () => ({ data: (await listLabs(db)).map(toLab) }))

  serve(app, 'POST /api/office/labs', async (request, reply) => {
    const lab = toColumns(LAB_FIELDS, request.body)
    const added = await commit(deps, async (tx) => {
      const id = await insertLab(tx, { ...lab, changedBy: staffOf(request).id })
      if (id === null) throw new Refused('lab_exists')
      await insertAudit(
        tx,
        { by: staffOf(request), subject: `laboratory ${id}`, at: deps.now() },
        'laboratory added',
        { after: lab },
      )
      return toLab({ id, version: 1, ...lab })
    })
    return reply.code(201).send(added)
  })

  serve(app, 'PUT /api/office/labs/:id', async (request) => {
    const id = publicId(request.params.id)
    const { version } = request.body
    const changes = toColumns(LAB_FIELDS, request.body)
    const { resultDays } = changes
    return commit({ ...deps, eventIds: 'any' }, async (tx) => {
      const before = await lockLab(tx, id)
      if (!before) throw new Refused('not_found')
      await refuseStale(tx, before, version)
      await updateLab(tx, id, { ...changes, changedBy: staffOf(request).id })
      if (resultDays !== undefined && resultDays !== before.resultDays)
        await followLabDays(tx, { labId: id, days: resultDays })
      await insertAudit(
        tx,
        { by: staffOf(request), subject: `laboratory ${id}`, at: deps.now() },
        'laboratory changed',
        differences(before, changes),
      )
      return toLab({ ...before, ...changes, version: version + 1 })
    }).catch((error: unknown) => {
      throw databaseFault(error)?.constraint === 'labs_name_unique'
        ? new Refused('lab_exists')
        : error
    })
  })
}

function toLab(lab: Omit<LabRow, 'changedBy'>): Lab {
  const { tube_patterns: patterns, phone, accreditation, ...fields } = toFields(LAB_FIELDS, lab)
  return {
    lab_id: lab.id,
    version: lab.version,
    ...fields,
    ...mapValues(LAB_TICKS, (_, name) => fields[name] || undefined),
    requires_nhs_number: fields.requires_nhs_number,
    ...(patterns !== null && { tube_patterns: patterns }),
    ...(phone !== null && { phone }),
    ...(accreditation !== null && { accreditation }),
  }
}
