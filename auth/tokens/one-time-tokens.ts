import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Core, later } from '../core.ts'
import type { Queryable } from '../db/database.ts'
import type { AuthSettings } from '../deps.ts'
import { beginMailFlow, type Challenged, storedChallenge } from '../flows/flow-states.ts'
import { deleteMailFlows, type FlowMethod } from '../queries/flows.queries.ts'
import {
  countCodeTry,
  type FoundToken,
  findTokenByLink,
  putToken,
  type TokenKind,
} from '../queries/tokens.queries.ts'

/** What a mail carries: a token for its link and a code to type. */
export type Issued = { link: string; code: string }

type Rule = {
  /** The type of the protocol that the link names; none where only the code is sent. */
  type?: string
  /** How the flow is called that a mail of this kind begins. */
  flow?: FlowMethod
  linkSeconds: (settings: AuthSettings) => number
  codeSeconds: (settings: AuthSettings) => number
}

const untilConfirmed = {
  linkSeconds: (settings: AuthSettings) => settings.confirmationSeconds,
  codeSeconds: (settings: AuthSettings) => settings.confirmationSeconds,
}
const bySms = {
  linkSeconds: (settings: AuthSettings) => settings.smsCodeSeconds,
  codeSeconds: (settings: AuthSettings) => settings.smsCodeSeconds,
}

const RULES: Record<TokenKind, Rule> = {
  confirmation: { type: 'signup', flow: 'email/signup', ...untilConfirmed },
  recovery: {
    type: 'recovery',
    flow: 'recovery',
    linkSeconds: ({ recoveryLinkSeconds }) => recoveryLinkSeconds,
    codeSeconds: ({ recoveryCodeSeconds }) => recoveryCodeSeconds,
  },
  magiclink: {
    type: 'magiclink',
    flow: 'magiclink',
    linkSeconds: ({ signInLinkSeconds }) => signInLinkSeconds,
    codeSeconds: ({ signInCodeSeconds }) => signInCodeSeconds,
  },
  email_change_new: { type: 'email_change', flow: 'email_change', ...untilConfirmed },
  email_change_current: { type: 'email_change', flow: 'email_change', ...untilConfirmed },
  reauthentication: {
    linkSeconds: ({ signInCodeSeconds }) => signInCodeSeconds,
    codeSeconds: ({ signInCodeSeconds }) => signInCodeSeconds,
  },
  sms_confirmation: bySms,
  sms: bySms,
  phone_change: bySms,
}

export type TokenRequest = {
  userId: string
  /** The address or number that it goes to. */
  sentTo: string
  kind: TokenKind
  /** Where the link leads. */
  target: string
  /** From the client of a PKCE flow: GET /verify then answers with a code for it. */
  challenge?: Challenged | null
  /** Another type for the link to name. */
  type?: string
  /** A code that is fixed by setting. */
  code?: string
}

/**
 * Issues the one-time token of this kind, replacing the former one: 256 random bits for the link
 * and six digits to type. Only keyed hashes are stored. `link` leads to `target` with
 * `token_hash` and `type` (that of the kind unless told), so that no session travels in a URL and a mail scanner burns nothing.
 */
export async function issueToken(
  core: Core,
  q: Queryable,
  asked: TokenRequest,
): Promise<Issued & { tokenHash: string }> {
  const { userId, sentTo, kind, target } = asked
  const now = core.now()
  const rule = RULES[kind]
  const isPkce = await beginFlow(core, q, asked)
  const tokenHash = `${isPkce ? PKCE : ''}${randomBytes(32).toString('base64url')}`
  const code = asked.code ?? String(randomInt(1_000_000)).padStart(6, '0')
  await putToken(q, {
    userId,
    kind,
    relatesTo: sentTo,
    linkHash: linkHash(core, tokenHash),
    linkExpiresAt: later(now, rule.linkSeconds(core.settings)),
    codeHash: codeHash(core, { userId, kind, code }),
    codeExpiresAt: later(now, rule.codeSeconds(core.settings)),
    now,
  })
  return { link: linkWith(target, tokenHash, asked.type ?? rule.type ?? ''), code, tokenHash }
}

/** How the token of a PKCE flow begins. */
export const PKCE = 'pkce_'

/** The address of the page `target` with what it needs to confirm the link itself. */
export function linkWith(target: string, tokenHash: string, type: string): string {
  const link = new URL(target)
  link.searchParams.set('token_hash', tokenHash)
  link.searchParams.set('type', type)
  return link.href
}

/** How the flow is called that a token of this kind belongs to; null for codes alone. */
export function flowOf(kind: TokenKind): FlowMethod | null {
  return RULES[kind].flow ?? null
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
 * The token whose code was sent to this address or number, null when the code is wrong, over or used.
 * Each call counts as one of the five tries of the address's tokens, before the code is compared.
 */
export async function findByCode(
  core: Core,
  { sentTo, code, kinds }: { sentTo: string; code: string; kinds: TokenKind[] },
): Promise<FoundToken | null> {
  const standing = await countCodeTry(core.pool, { sentTo, kinds, now: core.now() })
  const right = standing.filter(({ userId, kind, codeHash: kept }) =>
    timingSafeEqual(codeHash(core, { userId, kind, code }), kept),
  )
  return right[0] ?? null
}

/** A flow stands for the last mail of its kind, or for none when that one came without a challenge. */
async function beginFlow(
  core: Core,
  q: Queryable,
  { userId, kind, target, challenge: sent }: TokenRequest,
): Promise<boolean> {
  const method = flowOf(kind)
  if (!method) return false
  const challenge = sent ? storedChallenge(sent) : null
  if (!challenge) {
    await deleteMailFlows(q, { userId, method })
    return false
  }
  await beginMailFlow(core, q, { userId, method, challenge, redirectTo: target })
  return true
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
