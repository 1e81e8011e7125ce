import { startJobs } from '../server/jobs/jobs.ts'
import { openPayPal } from '../server/money/paypal/paypal.ts'
import { createResponseCache } from '../server/platform/cache/response-cache.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { openSite } from '../server/site/present.ts'
import { testCharity, testLimits, testSettings } from '../test/app/settings.ts'
import { outOfReach } from '../test/app/test-app.ts'
import type { Bench } from './bench.ts'

/** What the site's work needs, in this process; its jobs are written and run by nobody here. */
export async function openDeps(bench: Bench) {
  const database = openDatabase(bench.databaseUrl, { max: 8 })
  const fieldKeys = openFieldKeys(bench.fieldKeys)
  const now = () => new Date()
  const site = openSite({
    database,
    charity: testCharity,
    limits: testLimits,
    now,
    onError: console.error,
  })
  const jobs = await startJobs(
    database,
    {},
    {
      fieldKeys,
      charity: site.charity,
      onError: console.error,
    },
  )
  const cache = createResponseCache({ maxAge: 1_000, max: 500, now })
  const paypal = openPayPal(outOfReach)
  const deps = { database, now, jobs, cache, paypal, fieldKeys, site, settings: testSettings }
  return {
    deps,
    async close() {
      await jobs.stop()
      await database.close()
    },
  }
}
