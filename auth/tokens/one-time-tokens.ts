import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '../db/database.ts'
import { type Deps, later } from '../deps.ts'
import type { FlowMethod } from '../queries/flows.queries.ts'
import {
  countCodeAttempt,
  findTokenByLink,
  type OneTimeToken,
  type TokenKind,
  upsertToken,
} from '../queries/tokens.queries.ts'
import type { AuthSettings } from '../settings.ts'
import { type CodeChallenge, createMailFlow, toS256Challenge } from './flow-states.ts'

export type IssuedToken = { link: string; code: string }

type Rule = {
  /** Undefined where only a code is sent. */
  type?: string
  flow?: FlowMethod
  linkSeconds: (settings: AuthSettings) => number
  codeSeconds: (settings: AuthSettings) => number
}

const confirmationLifetime = {
  linkSeconds: (settings: AuthSettings) => settings.confirmationSeconds,
  codeSeconds: (settings: AuthSettings) => settings.confirmationSeconds,
}
const smsLifetime = {
  linkSeconds: (settings: AuthSettings) => settings.smsCodeSeconds,
  codeSeconds: (settings: AuthSettings) => settings.smsCodeSeconds,
}

const RULES: Record<TokenKind, Rule> = {
  confirmation: { type: 'signup', flow: 'email/signup', ...confirmationLifetime },
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
  email_change_new: { type: 'email_change', flow: 'email_change', ...confirmationLifetime },
  email_change_current: { type: 'email_change', flow: 'email_change', ...confirmationLifetime },
  reauthentication: {
    linkSeconds: ({ signInCodeSeconds }) => signInCodeSeconds,
    codeSeconds: ({ signInCodeSeconds }) => signInCodeSeconds,
  },
  sms_confirmation: smsLifetime,
  sms: smsLifetime,
  phone_change: smsLifetime,
}

type TokenRequest = {
  userId: string
  sentTo: string
  kind: TokenKind
  target: string
  challenge?: CodeChallenge | null
  type?: string
  code?: string
}

/** 256 random bits for the link and a six-digit code; replaces the earlier token of its kind. */
export async function issueToken(
  deps: Deps,
  q: Queryable,
  request: TokenRequest,
): Promise<IssuedToken & { tokenHash: string }> {
  const { userId, sentTo, kind, target } = request
  const now = deps.now()
  const rule = RULES[kind]
  const method = flowMethodOf(kind)
  const challenge = method && request.challenge ? toS256Challenge(request.challenge) : null
  const isPkce = challenge !== null
  if (method && isPkce)
    await createMailFlow(deps, q, { userId, method, challenge, redirectTo: target })
  const tokenHash = `${isPkce ? PKCE : ''}${randomBytes(32).toString('base64url')}`
  const code = request.code ?? String(randomInt(1_000_000)).padStart(6, '0')
  await upsertToken(q, {
    userId,
    kind,
    relatesTo: sentTo,
    linkHash: linkHash(deps, tokenHash),
    linkExpiresAt: later(now, rule.linkSeconds(deps.settings)),
    codeHash: codeHash(deps, { userId, kind, code }),
    codeExpiresAt: later(now, rule.codeSeconds(deps.settings)),
    endedFlows: isPkce ? null : method,
    now,
  })
  return { link: buildLink(target, tokenHash, request.type ?? rule.type ?? ''), code, tokenHash }
}

export const PKCE = 'pkce_'

export function buildLink(target: string, tokenHash: string, type: string): string {
  const link = new URL(target)
  link.searchParams.set('token_hash', tokenHash)
  link.searchParams.set('type', type)
  return link.href
}

export function flowMethodOf(kind: TokenKind): FlowMethod | null {
  return RULES[kind].flow ?? null
}

/** Null when unknown, expired or used. */
export function lookupLinkToken(
  deps: Deps,
  hash: string,
  kinds: TokenKind[],
): Promise<OneTimeToken | null> {
  return findTokenByLink(deps.pool, { linkHash: linkHash(deps, hash), kinds, now: deps.now() })
}

/** Null when wrong, expired or used. Each call counts as one of five attempts. */
export async function lookupCodeToken(
  deps: Deps,
  { sentTo, code, kinds }: { sentTo: string; code: string; kinds: TokenKind[] },
): Promise<OneTimeToken | null> {
  const candidates = await countCodeAttempt(deps.pool, { sentTo, kinds, now: deps.now() })
  const matching = candidates.filter(({ userId, kind, codeHash: stored }) =>
    timingSafeEqual(codeHash(deps, { userId, kind, code }), stored),
  )
  return matching[0] ?? null
}

function linkHash({ secrets }: Deps, hash: string): Buffer {
  return secrets.hmac('link', hash)
}

function codeHash(
  { secrets }: Deps,
  { userId, kind, code }: { userId: string; kind: TokenKind; code: string },
): Buffer {
  return secrets.hmac('code', `${userId}|${kind}|${code}`)
}
