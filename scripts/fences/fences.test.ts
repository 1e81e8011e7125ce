import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

// Proof that the linter keeps the rooms apart (design §2): each line of `refused` must be refused in
// a file at that place, and each of `allowed` must pass.
const refused: [file: string, code: string, says: string][] = [
  ['domain/x.ts', "import '../server/parts.ts'", 'domain/ imports only itself'],
  ['domain/x.ts', "import 'zod'", 'domain/ imports only itself'],
  ['domain/x.ts', "export * from 'node:fs'", 'domain/ imports only itself'],
  ['domain/x.ts', 'export const at = new Date()', 'reads no clock'],
  ['domain/x.ts', 'export const at = Date.now()', 'reads no clock'],
  ['domain/x.ts', 'export const x = () => fetch("/")', 'noRestrictedGlobals'],
  ['web/x.ts', "import type { Parts } from '../server/parts.ts'", 'never imports the server'],
  ['web/x.ts', "export const x = () => import('../auth/app.ts')", 'never imports the server'],
  ['server/x.ts', "import '../web/api.ts'", 'server/ never imports'],
  ['server/x.ts', "import '../standins/mailbox.ts'", 'server/ never imports'],
  ['auth/x.ts', "import '../server/mail.ts'", 'knows nothing of the charity'],
  ['auth/x.ts', "import '../domain/booking.ts'", 'knows nothing of the charity'],
  ['server/events/x.ts', "import '../bookings/queries.ts'", 'point one way'],
  ['server/events/x.ts', "import '../../web/api.ts'", 'server/ never imports'],
  ['server/bookings/x.ts', "import '../payments/queries.ts'", 'point one way'],
  ['server/refunds/x.ts', "import '../bookings/queries.ts'", 'point one way'],
  ['server/bookings/x.ts', "import '../../content/charity.ts'", 'server/ never imports'],
  ['server/bookings/x.ts', 'export const q = `select id from places`', 'SQL lives in'],
  ['auth/x.ts', "export const q = 'delete from auth.users'", 'SQL lives in'],
  ['server/x.ts', 'export const p = process.env.PORT', 'noProcessEnv'],
  ['server/x.ts', 'export const p = (x: any) => x', 'noExplicitAny'],
]
const allowed: [file: string, code: string][] = [
  ['domain/x.ts', "import * as z from 'zod/mini'\nexport const s = z.string()\n"],
  ['domain/x.ts', "export const day = new Date('2026-01-01')\n"],
  ['server/bookings/queries.ts', 'export const q = `select id from places`\n'],
  ['server/bookings/x.ts', "import '../events/queries.ts'\n"],
  ['server/env.ts', 'export const p = process.env.PORT\n'],
]

const folder = mkdtempSync(join(tmpdir(), 'fences-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('the fences between rooms', () => {
  const found = lint([...refused, ...allowed])

  test.each(refused.map((line, n) => [...line, n] as const))('%s refuses %s', (_f, _c, says, n) => {
    expect(found(n)).toContain(says)
  })

  test.each(allowed.map((line, n) => [...line, refused.length + n] as const))(
    '%s allows %s',
    (_file, _code, n) => {
      expect(found(n)).toBe('')
    },
  )
})

/** Lints every sample in one run; answers what the linter said of the n-th. */
function lint(samples: (readonly [file: string, code: string, ...rest: unknown[]])[]) {
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  cpSync('scripts/fences', join(folder, 'scripts/fences'), { recursive: true })
  const paths = samples.map(([file, code], n) => {
    const path = file.replace('x.ts', `x${n}.ts`)
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), code)
    return path
  })
  const run = spawnSync(
    resolve('node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', ...paths],
    { cwd: folder, encoding: 'utf8' },
  )
  const said = run.stdout.split('\n')
  return (n: number) => said.filter((line) => line.includes(`/${paths[n]},`)).join('\n')
}
