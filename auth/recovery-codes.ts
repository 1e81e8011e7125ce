import { randomInt } from 'node:crypto'
import type { Bearer } from './bearer.ts'
import type { Core, Visitor } from './core.ts'
import { inTransaction, type Queryable } from './db/database.ts'
import {
  countRecoveryCodes,
  putRecoveryCodes,
  spendRecoveryCode,
} from './queries-recovery-codes.ts'
import { insertAuditEntry } from './queries-upkeep.ts'
import { AuthRefused } from './refused.ts'

// Codes on paper that stand in for an authenticator app that was lost. The protocol has none; they are
// given as the `code` of POST /factors/{id}/verify and counted with the app's.

const HOW_MANY = 10
const LENGTH = 10
// 32 signs, none of which is taken for another when it is copied by hand (Crockford): 50 bits a code.
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Ten new codes for the caller, as 'abcde-fghjk', in place of those he had. They are told once: only
 * keyed hashes are stored. Throws 403 unless he has shown his second factor.
 */
export async function makeRecoveryCodes(
  core: Core,
  { bearer, visitor }: { bearer: Bearer; visitor: Visitor },
): Promise<{ codes: string[] }> {
  refuseBelowAal2(bearer)
  const { account, session } = bearer
  const codes = Array.from({ length: HOW_MANY }, newCode)
  const hashes = codes.map((code) => hashOf(core, account.id, code))
  const now = core.now()
  await inTransaction(core.pool, async (client) => {
    await putRecoveryCodes(client, { userId: account.id, hashes, now })
    const who = { userId: account.id, sessionId: session.id, ip: visitor.ip, now }
    await insertAuditEntry(client, { action: 'recovery_codes_made', ...who })
  })
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) }
}

/** How many of the caller's codes still open. Throws 403 unless he has shown his second factor. */
export async function tellRecoveryCodes(core: Core, bearer: Bearer): Promise<{ left: number }> {
  refuseBelowAal2(bearer)
  return { left: await countRecoveryCodes(core.pool, bearer.account.id) }
}

/** A recovery code as it was typed, without what makes it legible; null for what cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
  return code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign)) ? code : null
}

/** Uses one of this user's codes up; false when it is none of his or was used before. */
export function takeRecoveryCode(
  core: Core,
  q: Queryable,
  { userId, code }: { userId: string; code: string },
): Promise<boolean> {
  return spendRecoveryCode(q, { userId, hash: hashOf(core, userId, code), now: core.now() })
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}

function hashOf({ secrets }: Core, userId: string, code: string): Buffer {
  return secrets.mark('recovery code', `${userId}|${code}`)
}

function refuseBelowAal2({ session }: Bearer): void {
  if (session.aal === 'aal2') return
  throw new AuthRefused(403, 'insufficient_aal', 'AAL2 required for recovery codes')
}
