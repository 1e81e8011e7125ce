import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { Method, Route } from './odd-request.ts'
import { longText, oddJson, oddKey, oddText } from './odd-values.ts'

const SOURCES = join(import.meta.dirname, '../../auth/routes')
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies Method[]
const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token', 'web3']

/** Every call of the authentication service under `prefix`, so that none has to be remembered. */
export function protocolRoutes(service: FastifyInstance, prefix: string): Route[] {
  const fields = fieldsRead()
  return pathsOf(service).flatMap(({ path, methods }) => {
    const names = path === '/token' ? GRANTS.map((grant) => `${path}?grant_type=${grant}`) : [path]
    const queryNames = names.length > 1 ? [] : ['scope', 'provider', 'redirect_to']
    return METHODS.filter((method) => methods.includes(method)).flatMap((method) =>
      names.map((name) => ({
        method,
        path: prefix + name,
        queryNames,
        weight: WANTED[name] ? 8 : 1,
        body:
          method === 'POST' || method === 'PUT'
            ? { right: rightBodies(name, fields), fields, edges: EDGES }
            : null,
      })),
    )
  })
}

/** From Fastify's tree of routes, where a line's path continues that of the line it hangs on. */
function pathsOf(service: FastifyInstance): { path: string; methods: string[] }[] {
  const above: string[] = []
  const lines = service.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap((line) => {
    const found = /^(.*?)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line)
    const [, indent = '', part = '', methods = ''] = found ?? []
    if (!found) return []
    const depth = indent.length / 4
    above.splice(depth, above.length, part)
    const path = above
      .join('')
      .replace(/:(\w+)/g, '{$1}')
      .replace('*', '/admin/users')
    return [{ path, methods: methods.split(', ') }]
  })
}

/** The names of all fields that any route reads from a body. */
function fieldsRead(): string[] {
  const sources = readdirSync(SOURCES).filter((file) => /-routes\.ts$|^body\.ts$/.test(file))
  const text = sources.map((file) => readFileSync(join(SOURCES, file), 'utf8')).join('\n')
  return [...new Set([...text.matchAll(/\b(\w+): (?:Text|z\.\w+)/g)].map(([, name = '']) => name))]
}

const KNOWN: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.constantFrom('$email', '$email', 'nobody@example.org', '$new'),
  password: fc.constantFrom('$password', '$password', 'otter-on-the-weir', '123456'),
  data: fc.constantFrom({}, { first_name: 'James' }, null),
  type: fc.constantFrom('signup', 'recovery', 'email', 'email_change', 'sms'),
  refresh_token: fc.constantFrom('$handle', '$handle', 'abcdefghijkl'),
  token: fc.constantFrom('123456', '000000'),
  token_hash: fc.constantFrom('pkce_2f7a', 'x'.repeat(56)),
  factor_type: fc.constantFrom('totp', 'phone', 'webauthn'),
  code_challenge: fc.constant('a'.repeat(43)),
  code_challenge_method: fc.constantFrom('s256', 'plain'),
}

/** What a field can be and still make no sense. */
const EDGES: Record<string, fc.Arbitrary<unknown>> = {
  ...KNOWN,
  email: oddText.map((text) => `${text}@example.org`),
  password: longText(100),
  data: fc.dictionary(oddKey(), oddJson, { maxKeys: 4 }),
  token: fc.constantFrom('٣٣٣٣٣٣', '12345 6', '000000000000'),
}

/** What a call wants in its body, where that is known. */
const WANTED: Record<string, string[][]> = {
  '/signup': [
    ['email', 'password'],
    ['email', 'password', 'data'],
  ],
  '/token?grant_type=password': [['email', 'password']],
  '/token?grant_type=refresh_token': [['refresh_token']],
  '/verify': [
    ['type', 'token_hash'],
    ['type', 'email', 'token'],
  ],
  '/recover': [['email']],
  '/otp': [['email']],
  '/resend': [['type', 'email']],
  '/user': [['password'], ['data']],
  '/factors': [['factor_type']],
}

/** Bodies as the call wants them, and others of a few fields that are there. */
function rightBodies(path: string, fields: string[]): fc.Arbitrary<object> {
  const some = fc.subarray(fields, { maxLength: 4 })
  const wanted = WANTED[path]
  const named = wanted
    ? fc.oneof({ arbitrary: fc.constantFrom(...wanted), weight: 5 }, { arbitrary: some, weight: 1 })
    : some
  return named.chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, KNOWN[name] ?? oddText]))),
  )
}
