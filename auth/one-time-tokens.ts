import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Core, later } from './core.ts'
import type { Queryable } from './db/database.ts'
import {
  countCodeTry,
  type FoundToken,
  findTokenByLink,
  putToken,
  type TokenKind,
} from './queries-tokens.ts'

/** What a mail carries: a token for its link and a code to type. */
export type Issued = { link: string; code: string }

const LINK_TYPE = { confirmation: 'signup', recovery: 'recovery' } satisfies Record<
  TokenKind,
  string
>

/**
 * Issues the one-time token of this kind, replacing the former one: 256 random bits for the link
 * and six digits to type. Only keyed hashes are stored. `link` leads to `target` with
 * `token_hash` and `type` (that of the kind unless told), so that no session travels in a URL and a mail scanner burns nothing.
 */
export async function issueToken(
  core: Core,
  q: Queryable,
  {
    userId,
    email,
    kind,
    target,
    type = LINK_TYPE[kind],
  }: { userId: string; email: string; kind: TokenKind; target: string; type?: string },
): Promise<Issued> {
  const now = core.now()
  const { confirmationSeconds, recoveryLinkSeconds, recoveryCodeSeconds } = core.settings
  const isRecovery = kind === 'recovery'
  const hash = randomBytes(32).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await putToken(q, {
    userId,
    kind,
    relatesTo: email,
    linkHash: linkHash(core, hash),
    linkExpiresAt: later(now, isRecovery ? recoveryLinkSeconds : confirmationSeconds),
    codeHash: codeHash(core, { userId, kind, code }),
    codeExpiresAt: later(now, isRecovery ? recoveryCodeSeconds : confirmationSeconds),
    now,
  })
  const link = new URL(target)
  link.searchParams.set('token_hash', hash)
  link.searchParams.set('type', type)
  return { link: link.href, code }
}

/** The token of a link, null when it is unknown, over or used. */
export function findByLink(
  core: Core,
  hash: string,
  kinds: TokenKind[],
): Promise<FoundToken | null> {
  return findTokenByLink(core.pool, { linkHash: linkHash(core, hash), kinds, now: core.now() })
}

/**
 * The token whose code was sent to this address, null when the code is wrong, over or used. Each
 * call counts as one of the five tries of the address's tokens, before the code is compared.
 */
export async function findByCode(
  core: Core,
  { email, code, kinds }: { email: string; code: string; kinds: TokenKind[] },
): Promise<FoundToken | null> {
  const standing = await countCodeTry(core.pool, { email, kinds, now: core.now() })
  const right = standing.filter(({ userId, kind, codeHash: kept }) =>
    timingSafeEqual(codeHash(core, { userId, kind, code }), kept),
  )
  return right[0] ?? null
}

function linkHash({ secrets }: Core, hash: string): Buffer {
  return secrets.mark('link', hash)
}

function codeHash(
  { secrets }: Core,
  { userId, kind, code }: { userId: string; kind: TokenKind; code: string },
): Buffer {
  return secrets.mark('code', `${userId}|${kind}|${code}`)
}
