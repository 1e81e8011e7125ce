import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import type { ResultLaboratory } from '../../../domain/office/result-import-schemas.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import { databaseFault } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Staff } from '../../staff/guard.ts'
import { findColumnMap, insertColumnMap, listLatestMaps } from './column-maps.queries.ts'
import type { ImportDeps } from './import-file.ts'
import { findLab } from './imports.queries.ts'

/** The laboratory's map; version 0 without one. Throws Refused not_found. */
export async function readColumnMap(
  { database: { db } }: Pick<ImportDeps, 'database'>,
  labId: number,
) {
  if (!(await findLab(db, labId))) throw new Refused('not_found')
  const saved = await findColumnMap(db, labId)
  if (!saved) return { version: 0, map: null, saved_at: null, by: null }
  const { version, map, savedAt, by } = saved
  return { version, map, by, saved_at: savedAt.toISOString() }
}

/** Saves the next version. Throws Refused not_found, or changed_meanwhile for another `version`. */
export async function saveColumnMap(
  deps: ImportDeps,
  { labId, version, map }: { labId: number; version: number; map: ColumnMap },
  by: Staff,
): Promise<void> {
  const now = deps.now()
  const { version: latest, map: before } = await readColumnMap(deps, labId)
  if (latest !== version) throw new Refused('changed_meanwhile')
  await commit(deps, async (tx) => {
    const row = { labId, version: version + 1, map, savedBy: by.id, savedAt: now }
    await insertColumnMap(tx, row)
    await insertAudit(tx, { by, subject: `laboratory ${labId}`, at: now }, 'column map changed', {
      before,
      after: map,
      version: version + 1,
    })
  }).catch((error: unknown) => {
    const isLate = databaseFault(error)?.constraint === 'one_column_map_of_a_version'
    throw isLate ? new Refused('changed_meanwhile') : error
  })
}

/** All laboratories, by name. */
export async function listResultLaboratories({
  database: { db },
}: Pick<Deps, 'database'>): Promise<ResultLaboratory[]> {
  const rows = await listLatestMaps(db)
  return rows.map(({ id, name, version, savedAt, by }) => ({
    lab_id: id,
    name,
    map_version: version ?? 0,
    map_saved_at: savedAt?.toISOString() ?? null,
    map_saved_by: by,
  }))
}
