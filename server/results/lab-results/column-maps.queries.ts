import { asc, desc, eq } from 'drizzle-orm'
import type { ColumnMap } from '../../../domain/office/lab-columns.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { labColumnMaps, labs, staff } from '../../platform/db/schema.ts'

export async function findColumnMap(q: Queryable, labId: number) {
  const [row] = await q
    .select({
      version: labColumnMaps.version,
      map: labColumnMaps.map,
      savedAt: labColumnMaps.savedAt,
      by: staff.name,
    })
    .from(labColumnMaps)
    .innerJoin(staff, eq(staff.id, labColumnMaps.savedBy))
    .where(eq(labColumnMaps.labId, labId))
    .orderBy(desc(labColumnMaps.version))
    .limit(1)
  return row ?? null
}

/** Each laboratory with its latest map, by name; nulls before the first. */
export function listLatestMaps(q: Queryable) {
  return q
    .selectDistinctOn([labs.name, labs.id], {
      id: labs.id,
      name: labs.name,
      version: labColumnMaps.version,
      savedAt: labColumnMaps.savedAt,
      by: staff.name,
    })
    .from(labs)
    .leftJoin(labColumnMaps, eq(labColumnMaps.labId, labs.id))
    .leftJoin(staff, eq(staff.id, labColumnMaps.savedBy))
    .orderBy(asc(labs.name), asc(labs.id), desc(labColumnMaps.version))
}

/** Violates one_column_map_of_a_version when somebody saved that version meanwhile. */
export async function insertColumnMap(
  q: Queryable,
  row: { labId: number; version: number; map: ColumnMap; savedBy: number; savedAt: Date },
): Promise<void> {
  await q.insert(labColumnMaps).values(row)
}
