import { closeDeniedHours } from '../audit/write-denials.ts'
import type { Deps } from '../deps.ts'
import { cleanUpMails } from '../mail-jobs/mail-jobs.queries.ts'
import { clearOldAnswers, clearOldWebhooks, deleteExpired } from './upkeep.queries.ts'

/** Deletes expired rows and clears old answers and webhooks of the provider. */
export async function sweep({
  database,
  now,
  auth,
}: Pick<Deps, 'database' | 'now'> & { auth: { cleanUp?(): Promise<void> } }): Promise<void> {
  await deleteExpired(database.db, now())
  await clearOldAnswers(database.db, now())
  await clearOldWebhooks(database.db, now())
  await cleanUpMails(database.db)
  await closeDeniedHours({ database, now })
  await auth.cleanUp?.()
}
