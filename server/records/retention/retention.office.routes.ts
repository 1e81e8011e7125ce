import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionRow,
  retentionCutoff,
} from '../../../domain/office/retention.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { staffOf } from '../../staff/guard.ts'
import { canErase } from '../erasure/carry-out.queries.ts'
import {
  findLastDeletion,
  listDue,
  listRetentionSettings,
  type RetentionSetting,
  saveRetentionSetting,
} from './retention.queries.ts'

export function retentionOfficeRoutes(app: App, deps: Deps): void {
  const { database, now } = deps
  const { db } = database

  serve(app, 'GET /api/office/retention', async () => {
    if (!(await canErase(db))) throw new Refused('erasure_not_set_up')
    const settings = await listRetentionSettings(db)
    const rows = RETENTION_KINDS.map((kind) =>
      toRow(
        kind,
        settings.find((one) => one.kind === kind),
      ),
    )
    return { data: await Promise.all(rows) }
  })

  serve(app, 'PUT /api/office/retention/:kind', async (request, reply) => {
    const kind = RETENTION_KINDS.find((known) => known === request.params.kind)
    if (!kind) throw new Refused('not_found')
    const { months, is_on: isOn, version } = request.body
    const staff = staffOf(request)
    const at = now()
    await commit(deps, async (tx) => {
      const before = (await listRetentionSettings(tx)).find((one) => one.kind === kind)
      const values = { kind, months, isOn, version, changedBy: staff.id, changedAt: at }
      if (!(await saveRetentionSetting(tx, values)))
        throw new Refused('changed_meanwhile', { by: before?.by ?? null })
      await insertAudit(tx, { by: staff, subject: `retention of ${kind}`, at }, 'period changed', {
        before: before ? { months: before.months, is_on: before.isOn } : null,
        after: { months, is_on: isOn },
      })
    })
    return reply.code(204).send(null)
  })

  async function toRow(kind: RetentionKind, setting?: RetentionSetting): Promise<RetentionRow> {
    const months = setting?.months ?? RETENTION[kind].months
    const cutoff = retentionCutoff(kind, months, now())
    const last = await findLastDeletion(db, kind)
    return {
      kind,
      months,
      policy_months: RETENTION[kind].months,
      is_on: setting?.isOn ?? false,
      version: setting?.version ?? 0,
      changed_at: setting?.changedAt.toISOString() ?? null,
      changed_by: setting?.by ?? null,
      due: (await listDue(db, { kind, cutoff }, null)).length,
      before: ukDate(cutoff),
      last_run: last && { at: last.at.toISOString(), number: last.id },
    }
  }
}
