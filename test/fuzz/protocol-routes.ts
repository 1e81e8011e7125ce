import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import type { Method, Route } from './request.ts'
import { fuzzJson, fuzzKey, fuzzText, longText } from './values.ts'

const SOURCES = join(import.meta.dirname, '../../auth/routes')
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const satisfies Method[]
const GRANTS = ['password', 'refresh_token', 'pkce', 'id_token', 'web3']

/** Every call of the authentication service under `prefix`, read from its router. */
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

/** Parses Fastify's route tree, where a line's path continues its parent's. */
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

const EDGES: Record<string, fc.Arbitrary<unknown>> = {
  ...KNOWN,
  email: fuzzText.map((text) => `${text}@example.org`),
  password: longText(100),
  data: fc.dictionary(fuzzKey(), fuzzJson, { maxKeys: 4 }),
  token: fc.constantFrom('٣٣٣٣٣٣', '12345 6', '000000000000'),
}

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

function rightBodies(path: string, fields: string[]): fc.Arbitrary<object> {
  const some = fc.subarray(fields, { maxLength: 4 })
  const wanted = WANTED[path]
  const named = wanted
    ? fc.oneof({ arbitrary: fc.constantFrom(...wanted), weight: 5 }, { arbitrary: some, weight: 1 })
    : some
  return named.chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, KNOWN[name] ?? fuzzText]))),
  )
}
