import type pg from 'pg'
import type { Deps } from '../deps.ts'
import type { AuthMessage } from '../options.ts'
import type { AccountNotice } from './mails.ts'

/** Mails the owner of an account when the transaction of `client` commits; null sends nothing. */
export async function notifyOwner(
  deps: Deps,
  client: pg.PoolClient,
  to: string | null,
  mail: (notice: AccountNotice) => AuthMessage,
): Promise<void> {
  if (!to) return
  const { siteUrl, settings } = deps
  await deps.mailOnCommit(mail({ to, siteName: settings.siteName, siteUrl }), client)
}
