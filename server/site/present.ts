import { setTimeout } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../../auth/db/database-unavailable.ts'
import type { ShownBanner } from '../../domain/banners.ts'
import type { Database } from '../platform/db/database.ts'
import { listShownBanners } from './banners.queries.ts'

/** What the charity says on its site now. */
export type Present = { banners: readonly ShownBanner[] }

export type Site = {
  /**
   * At most a second old, on every process. While the database is unavailable or slow to answer the last one
   * stands; before the first, nothing is said.
   */
  present(): Present | Promise<Present>
  /** Asks the database again, after a change by this process. */
  refresh(): Promise<Present>
}

const FRESH_MS = 1_000
/** How long a page waits for the answer when it has an older one. */
const PATIENCE_MS = 300
const NOTHING_SAID: Present = { banners: [] }

/** What is said is another object whenever it has changed. */
export function openSite({
  database,
  now,
  onError,
}: {
  database: Pick<Database, 'db'>
  now: () => Date
  onError: (error: Error) => void
}): Site {
  let known = NOTHING_SAID
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<Present> | null = null
  let isSlow = false

  return {
    present() {
      if (isSlow || performance.now() - askedAt < FRESH_MS) return known
      return Promise.race([ask(), late()])
    },
    async refresh() {
      await asking
      return ask()
    },
  }

  function ask(): Promise<Present> {
    asking ??= listShownBanners(database.db, now())
      .then((banners) => {
        if (JSON.stringify(banners) !== JSON.stringify(known.banners)) known = { banners }
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

  async function late(): Promise<Present> {
    await setTimeout(PATIENCE_MS, null, { ref: false })
    isSlow = asking !== null
    return known
  }
}
