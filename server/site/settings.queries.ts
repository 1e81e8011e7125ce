import { desc, eq, lte } from 'drizzle-orm'
import type { SettingTexts } from '../../domain/office/settings.ts'
import type { Queryable } from '../platform/db/database.ts'
import { settings, staff } from '../platform/db/schema.ts'

export type SettingVersion = typeof settings.$inferSelect
export type NamedVersion = SettingVersion & { changedByName: string }

/** The version of each group that stands. */
export function listStandingSettings(q: Queryable): Promise<NamedVersion[]> {
  return q
    .selectDistinctOn([settings.group], VERSION)
    .from(settings)
    .innerJoin(staff, eq(staff.id, settings.changedBy))
    .orderBy(settings.group, desc(settings.version))
}

/** What staff have changed until `at`, or until now. */
export async function readChangedSettings(q: Queryable, at?: Date): Promise<Partial<SettingTexts>> {
  const standing = await q
    .selectDistinctOn([settings.group], { values: settings.values })
    .from(settings)
    .where(at && lte(settings.changedAt, at))
    .orderBy(settings.group, desc(settings.version))
  return Object.assign({}, ...standing.map(({ values }) => values))
}

/** The newest first. */
export function listSettingVersions(q: Queryable, group: string): Promise<NamedVersion[]> {
  return q
    .select(VERSION)
    .from(settings)
    .innerJoin(staff, eq(staff.id, settings.changedBy))
    .where(eq(settings.group, group))
    .orderBy(desc(settings.version))
}

/** False when the version has been written already. */
export async function insertSettings(q: Queryable, row: SettingVersion): Promise<boolean> {
  const added = await q
    .insert(settings)
    .values(row)
    .onConflictDoNothing()
    .returning({ version: settings.version })
  return added.length > 0
}

const VERSION = {
  group: settings.group,
  version: settings.version,
  values: settings.values,
  changedBy: settings.changedBy,
  changedAt: settings.changedAt,
  changedByName: staff.name,
}
