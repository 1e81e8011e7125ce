import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts'
import { FILE_DAYS } from '../../../domain/office/result-states.ts'
import type { Deps } from '../../deps.ts'
import { cleanUpMails } from '../../messages/mail-jobs/mail-jobs.queries.ts'
import { closeDeniedHours } from '../../platform/audit/write-denials.ts'
import {
  deleteFilesBefore,
  refuseStoppedImports,
} from '../../results/lab-results/imports.queries.ts'
import { clearOldAnswers, clearOldWebhooks, deleteExpired } from './upkeep.queries.ts'

/**
 * Deletes expired rows and files of laboratories, refuses files whose reading was stopped, and
 * clears old answers and webhooks of the provider.
 */
export async function sweep({
  database,
  now,
  auth,
}: Pick<Deps, 'database' | 'now'> & { auth: { cleanUp?(): Promise<void> } }): Promise<void> {
  await deleteExpired(database.db, now())
  await clearOldAnswers(database.db, now())
  await clearOldWebhooks(database.db, now())
  await cleanUpMails(database.db)
  await deleteFilesBefore(database.db, new Date(now().getTime() - FILE_DAYS * DAY_MS))
  await refuseStoppedImports(database.db, new Date(now().getTime() - HOUR_MS))
  await closeDeniedHours({ database, now })
  await auth.cleanUp?.()
}
