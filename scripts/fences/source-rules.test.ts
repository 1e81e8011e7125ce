// Rules about the text of the source that no linter here can say.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = globSync('{server,auth}/**/*.ts').filter((path) => !path.includes('.test.'))

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n')

/** 'file' of each line that matches. */
function filesWith(pattern: RegExp): string[] {
  const files = SOURCES.filter((path) => linesOf(path).some((line) => pattern.test(line)))
  return files.map((path) => path.replaceAll('\\', '/')).toSorted()
}

// A rule that reads the path as it was written does not know what the router makes of it: decide
// by request.routeOptions.url. These pass the address on, or are no rule.
const READ_THE_ADDRESS = [
  'auth/app.ts',
  'auth/standalone/serve.ts',
  'server/auth-gateway/auth-gateway.ts',
  'server/cache/cached-server.ts',
  'server/cache/send-cached.ts',
  'server/http/require-plain-path.ts',
  'server/idempotency/idempotent-request.ts',
  'server/metrics/metrics-server.ts',
  'server/pages/built-pages.ts',
  'server/pages/dev-pages.ts',
]

test('no hook decides by the address as it was written', () => {
  expect(SOURCES.length).toBeGreaterThan(400)
  const reads = /\b(?:request|req|raw)\.(?:url|originalUrl)\b|\{[^}]*\burl\b[^}]*\}: FastifyRequest/
  expect(filesWith(reads)).toEqual(READ_THE_ADDRESS)
})
