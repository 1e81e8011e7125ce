import type pg from 'pg'
import type { Deps } from '../deps.ts'
import type { AccountNotice, Draft, Happening } from './mails.ts'

/**
 * Mails the owner of an account when the transaction of `client` commits; null sends nothing.
 * `by` is null when the operators of the site did it.
 */
export async function notifyOwner(
  deps: Deps,
  client: pg.PoolClient,
  { to, by }: { to: string | null; by: Happening['by'] },
  mail: (notice: AccountNotice) => Draft,
): Promise<void> {
  if (!to) return
  const { siteUrl, settings, now } = deps
  await deps.mailOnCommit(mail({ to, by, at: now(), siteName: settings.siteName, siteUrl }), client)
}
