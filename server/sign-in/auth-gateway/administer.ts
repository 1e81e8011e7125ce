import { z } from 'zod/mini'
import type { EmbeddedAuth } from '../../../auth/embedded-service.ts'

type AdminDeps = {
  auth: Pick<EmbeddedAuth, 'callAsAdmin'>
  findAccount(email: string): Promise<string | null>
  operator: string
}

export const USAGE = `Usage:
  npm run ops -- admin first-admin EMAIL NAME         the first of the office, invited by mail
  npm run ops -- admin show EMAIL                     the account, its factors and its last sign-in
  npm run ops -- admin staff EMAIL on|off             make it staff, or no longer
  npm run ops -- admin remove-factor EMAIL FACTOR_ID  take a lost second factor away
  npm run ops -- admin ban EMAIL 24h|none             end its sessions and keep it out, or let it in again
  npm run ops -- admin call METHOD PATH [JSON]        any call of /admin or /invite (docs/auth-standalone.md)`

const FactorShape = z.object({
  id: z.string(),
  factor_type: z.string(),
  status: z.string(),
  friendly_name: z.optional(z.string()),
})
const UserShape = z.object({
  id: z.string(),
  email: z.string(),
  created_at: z.string(),
  email_confirmed_at: z.optional(z.string()),
  last_sign_in_at: z.optional(z.string()),
  banned_until: z.optional(z.string()),
  app_metadata: z.record(z.string(), z.unknown()),
  factors: z.optional(z.array(FactorShape)),
})
type User = z.infer<typeof UserShape>

/**
 * Runs an operator's command against the site's authentication service; returns text or JSON.
 * Throws the usage for unknown arguments, and the service's message when it refuses.
 */
export async function administer(deps: AdminDeps, words: string[]): Promise<string> {
  const [verb = '', target = '', value = '', json] = words
  const least = verb === 'show' ? 2 : 3
  if (words.length < least || words.length > (verb === 'call' ? 4 : least)) throw new Error(USAGE)
  if (verb === 'call') return await callDirectly(deps, { method: target, path: value, json })

  const change = accountChange(verb, value)
  const id = await deps.findAccount(target)
  if (!id) throw new Error(`No account has the address ${target}.`)
  const path = `/admin/users/${id}`
  if (verb === 'remove-factor') await ask(deps, 'DELETE', `${path}/factors/${value}`)
  else if (change) await ask(deps, 'PUT', path, JSON.stringify(change))
  return describe(UserShape.parse(await ask(deps, 'GET', path)))
}

/** The account change that the arguments request, or null for none; throws the usage for others. */
function accountChange(verb: string, value: string): object | null {
  if (verb === 'show') return null
  if (verb === 'staff' && (value === 'on' || value === 'off'))
    return { app_metadata: { staff: value === 'on' ? true : null } }
  if (verb === 'remove-factor' && z.guid().safeParse(value).success) return null
  if (verb === 'ban' && /^(none|\d+[hms])$/.test(value)) return { ban_duration: value }
  throw new Error(USAGE)
}

async function callDirectly(
  deps: AdminDeps,
  { method, path, json }: { method: string; path: string; json: string | undefined },
): Promise<string> {
  const isKnown = /^(GET|POST|PUT|DELETE)$/.test(method) && /^\/(admin\/|invite$)/.test(path)
  if (!isKnown) throw new Error(USAGE)
  return JSON.stringify(await ask(deps, method, path, json), null, 2)
}

async function ask(
  { auth, operator }: AdminDeps,
  method: string,
  path: string,
  body?: string,
): Promise<unknown> {
  const answer = await auth.callAsAdmin(path, { method, operator, ...(body && { body }) })
  const text = await answer.text()
  if (answer.ok) return text === '' ? {} : JSON.parse(text)
  throw new Error(`The service refuses it (${answer.status}): ${text}`)
}

function describe(user: User): string {
  const factors = user.factors ?? []
  const lines = [
    ['account', user.id],
    ['address', `${user.email}${user.email_confirmed_at ? '' : ' (not confirmed)'}`],
    ['made', user.created_at],
    ['last sign-in', user.last_sign_in_at ?? 'never'],
    ['staff', user.app_metadata.staff === true ? 'yes' : 'no'],
    ['banned until', user.banned_until ?? 'not banned'],
    ...factors.map(({ id, factor_type: type, status }) => ['factor', `${id} (${type}, ${status})`]),
  ]
  return lines.map(([name = '', value]) => `${name.padEnd(14)}${value}`).join('\n')
}
