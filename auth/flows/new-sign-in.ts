import type pg from 'pg'
import type { ClientInfo } from '../client-info.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from '../limits/ip-prefix.ts'
import { newSignInMail } from '../mail/mails.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { findLastSignIns } from '../queries/sign-ins.queries.ts'
import type { Account } from '../user.ts'

/** Decision 42. */
const DAYS = 180
const DAY_MS = 86_400_000

type SignIn = { account: Account; clientInfo: ClientInfo }

/** From when on sign-ins make a device and its network known. */
export function knownSince({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - DAYS * DAY_MS)
}

/** Whether none of the last sign-ins had this device and network; false for the first one. */
export function isNewSignIn(
  { account, clientInfo }: SignIn,
  lastSignIns: readonly ClientInfo[],
): boolean {
  const place = placeOf(clientInfo)
  return account.lastSignInAt !== null && lastSignIns.every((one) => placeOf(one) !== place)
}

/**
 * Mails the owner about a new sign-in, at most once an hour. Call it before the session is started,
 * in its transaction.
 */
export async function notifyOfNewSignIn(
  deps: Deps,
  client: pg.PoolClient,
  signIn: SignIn,
): Promise<void> {
  const { id: userId, email: to, lastSignInAt } = signIn.account
  if (!to || !lastSignInAt) return
  const lastSignIns = await findLastSignIns(client, { userId, since: knownSince(deps) })
  if (!isNewSignIn(signIn, lastSignIns)) return
  if (!(await deps.rateLimits.consume(client, 'new sign-in mails of', userId))) return
  await notifyOwner(deps, client, { to, by: signIn.clientInfo }, newSignInMail)
}

/** Browser and system without their versions, which an update changes, and the network. */
function placeOf({ ip, userAgent }: ClientInfo): string {
  return `${userAgent.replace(/[\d._]+/g, '')} ${networkOf(ip)}`
}
