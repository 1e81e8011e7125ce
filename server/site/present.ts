import { setTimeout } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../auth/db/database-unavailable.ts'
import type { ShownBanner } from '../../domain/banners.ts'
import type { Charity } from '../../domain/charity.ts'
import type { Limits } from '../../domain/limits.ts'
import { limitsIn } from '../../domain/office/limit-settings.ts'
import type { SettingTexts } from '../../domain/office/settings.ts'
import type { Database, Queryable } from '../platform/db/database.ts'
import { listShownBanners } from './banners.queries.ts'
import { readChangedSettings } from './settings.queries.ts'

/** What the charity says now, on its site and in what it sends. Acts read their limits by `Site.limits`. */
export type Present = { banners: readonly ShownBanner[]; charity: Charity; limits: Limits }

export type Site = {
  /**
   * At most a second old, on every process. While the database is unavailable or slow to answer the last one
   * stands; before the first, no banner is said and the charity is as it came with the program.
   */
  present(): Present | Promise<Present>
  /** What the charity says of itself in `present`. */
  charity(): Promise<Charity>
  /** As the charity came with the program. */
  original: Charity
  /** As the limits came with the program. */
  originalLimits: Limits
  /**
   * The limits in force now, for an act that is judged by them. Read by the act's own connection: a limit that
   * was lowered holds for the next act, and none is taken for another because the database was slow.
   */
  limits(q: Queryable): Promise<Limits>
  /** What the charity said of itself at that moment, for what was issued then. */
  charityAt(q: Queryable, at: Date): Promise<Charity>
  /** Asks the database again, after a change by this process. */
  refresh(): Promise<Present>
}

const FRESH_MS = 1_000
/** How long a page waits for the answer when it has an older one. */
const PATIENCE_MS = 300

/** `charity` and `limits`: as they came with the program. What is said is another object whenever it has changed. */
export function openSite({
  database,
  charity,
  limits,
  now,
  onError,
}: {
  database: Pick<Database, 'db'>
  charity: Charity
  limits: Limits
  now: () => Date
  onError: (error: Error) => void
}): Site {
  let known: Present = { banners: [], charity, limits }
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<Present> | null = null
  let isSlow = false

  return {
    original: charity,
    originalLimits: limits,
    limits: async (q) => ({ ...limits, ...limitsIn(await readChangedSettings(q)) }),
    charityAt: async (q, at) => withFacts(await readChangedSettings(q, at)),
    present,
    charity: async () => (await present()).charity,
    async refresh() {
      await asking
      return ask()
    },
  }

  function present(): Present | Promise<Present> {
    if (isSlow || performance.now() - askedAt < FRESH_MS) return known
    return Promise.race([ask(), late()])
  }

  function ask(): Promise<Present> {
    asking ??= read()
      .then((present) => {
        if (JSON.stringify(present) !== JSON.stringify(known)) known = present
        return known
      })
      .catch((error: Error) => {
        if (!isDatabaseUnavailable(error)) onError(error)
        return known
      })
      .finally(() => {
        askedAt = performance.now()
        asking = null
        isSlow = false
      })
    return asking
  }

  async function read(): Promise<Present> {
    // One after the other: pages under way need the connections.
    const banners = await listShownBanners(database.db, now())
    const changed = await readChangedSettings(database.db)
    return { banners, charity: withFacts(changed), limits: { ...limits, ...limitsIn(changed) } }
  }

  function withFacts(changed: Partial<SettingTexts>): Charity {
    const facts = Object.entries(changed).filter(([name]) => name in charity)
    return { ...charity, ...Object.fromEntries(facts) }
  }

  async function late(): Promise<Present> {
    await setTimeout(PATIENCE_MS, null, { ref: false })
    isSlow = asking !== null
    return known
  }
}
