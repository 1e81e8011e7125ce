import {
  LIMIT_GROUPS,
  type LimitGroupName,
  limitTexts,
  widenedBeyond,
} from '../../../domain/office/limit-settings.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import {
  readSettings,
  SETTING_GROUP_NAMES,
  SETTING_GROUPS,
  type SettingGroupName,
  type SettingGroupValues,
  type SettingTexts,
  settingsOf,
} from '../../../domain/office/settings.ts'
import type { App, Deps } from '../../deps.ts'
import { refuseStale } from '../../events/stale-version.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import {
  insertSettings,
  listSettingVersions,
  listStandingSettings,
  type NamedVersion,
} from '../../site/settings.queries.ts'
import { type Staff, staffOf } from '../../staff/guard.ts'

/** What the charity says of itself, and the limits: numbers, addresses and lines that staff change. */
export function settingsOfficeRoutes(app: App, deps: Deps): void {
  const { database, now, site } = deps
  const asItCame = { ...site.original, ...limitTexts(site.originalLimits) }

  serve(app, 'GET /api/office/settings', async () => {
    const standing = await listStandingSettings(database.db)
    const data = SETTING_GROUP_NAMES.map((group) => {
      const changed = standing.find((version) => version.group === group)
      return changed ? toGroup(group, changed) : original(group)
    })
    return { data }
  })

  serve(app, 'GET /api/office/limits', async () => limitTexts(await site.limits(database.db)))

  serve(app, 'GET /api/office/settings/:group', async (request) =>
    history(groupIn(request.params.group)),
  )

  serve(app, 'PUT /api/office/settings/:group', async (request) => {
    const by = staffOf(request)
    const group = groupIn(request.params.group)
    if (!hasPermission(by.roles, SETTING_GROUPS[group].permission))
      throw new Refused('not_permitted')
    const { version, values: typed } = request.body
    const { values, faults } = readSettings(group, typed)
    faults.push(...widenedForSelf(group, values, by))
    if (faults.length > 0) throw new Refused('invalid_request', { fields: faults })

    const at = now()
    await database.transaction(async (tx) => {
      const [standing] = await listSettingVersions(tx, group)
      const present = standing ?? { version: 0, changedBy: null }
      await refuseStale(tx, present, version)
      const before = standing ? toGroup(group, standing).values : original(group).values
      if (settingsOf(group).every(({ fact }) => before[fact] === values[fact])) return
      const row = { group, version: present.version + 1, values, changedBy: by.id, changedAt: at }
      // Somebody else may write the same version at this moment.
      if (!(await insertSettings(tx, row))) {
        const [newer] = await listSettingVersions(tx, group)
        await refuseStale(tx, newer ?? row, version)
      }
      const entry = { by, subject: `settings ${group}`, at }
      await insertAudit(tx, entry, 'settings changed', { before, after: values })
    })
    await site.refresh()
    const [newest] = (await history(group)).history
    return newest ?? original(group)
  })

  /** What a person would let themselves do alone. */
  function widenedForSelf(
    group: SettingGroupName,
    values: Partial<SettingTexts>,
    { roles }: Staff,
  ): { field: string; message: string }[] {
    if (!(group in LIMIT_GROUPS)) return []
    const limits = LIMIT_GROUPS[group as LimitGroupName]
    if (!('appliesTo' in limits) || !hasPermission(roles, limits.appliesTo)) return []
    return widenedBeyond(site.originalLimits, limits, values)
  }

  /** The newest first. */
  async function history(group: SettingGroupName) {
    const versions = await listSettingVersions(database.db, group)
    return { history: [...versions.map((one) => toGroup(group, one)), original(group)] }
  }

  /** As it came with the program. */
  function original(group: SettingGroupName): SettingGroupValues {
    return { group, version: 0, values: valuesOf(group, {}), changed_by: null, changed_at: null }
  }

  function toGroup(group: SettingGroupName, row: NamedVersion): SettingGroupValues {
    const { version, values, changedByName, changedAt } = row
    const changed = { changed_by: changedByName, changed_at: changedAt.toISOString() }
    return { group, version, values: valuesOf(group, values), ...changed }
  }

  /** A fact that a group has got since is as it came with the program. */
  function valuesOf(group: SettingGroupName, values: NamedVersion['values']) {
    return Object.fromEntries(
      settingsOf(group).map(({ fact }) => [fact, values[fact] ?? asItCame[fact]]),
    )
  }
}

function groupIn(param: string): SettingGroupName {
  const group = SETTING_GROUP_NAMES.find((name) => name === param)
  if (!group) throw new Refused('not_found')
  return group
}
