import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { cruise, type ICruiseOptions } from 'dependency-cruiser'
import { afterAll, describe, expect, test } from 'vitest'

// Tests the import boundaries (docs/architecture.md): each line of the two tables
// must be refused in a file at that path, and each of `allowed` must pass.
const refused: [file: string, code: string, says: string][] = [
  ['domain/x.ts', 'export const at = new Date()', 'reads no clock'],
  ['domain/x.ts', 'export const at = Date.now()', 'reads no clock'],
  ['domain/x.ts', 'export const x = () => fetch("/")', 'noRestrictedGlobals'],
  ['server/bookings/x.ts', 'export const q = `select id from places`', 'SQL lives in'],
  ['auth/x.ts', "export const q = 'delete from auth.users'", 'SQL lives in'],
  ['server/x.ts', 'export const p = process.env.PORT', 'noProcessEnv'],
  ['web/x.ts', 'export const p = (a: number) => ({ ...{ a }, b: 1 })', 'only packs lines'],
  ['server/x.ts', 'export const p = (x: any) => x', 'noExplicitAny'],
  ['server/x.ts', 'export const p = (jobs: any) => jobs.kick()', 'commit() kicks'],
  ['server/x.ts', 'export const p = (deps: any) => deps.cache.clear()', 'commit() kicks'],
  ['server/x.ts', 'export const p = (deps: any) => deps.cache.invalidate([1])', 'commit() kicks'],
]
const { default: rules } = await import(resolve('.dependency-cruiser.mjs'))
const refusedImports: [file: string, imports: string, rule: string][] = [
  ['domain/x.ts', 'server/deps.ts', 'domain-imports'],
  ['domain/x.ts', 'node:fs', 'domain-packages'],
  ['web/x.ts', 'server/deps.ts', 'web-imports'],
  ['web/x.ts', 'auth/app.ts', 'web-imports'],
  ['content/x.ts', 'web/api.ts', 'content-imports'],
  ['server/x.ts', 'web/api.ts', 'server-imports'],
  ['server/x.ts', 'standins/mailbox.ts', 'server-imports'],
  ['server/bookings/x.ts', 'content/charity.ts', 'server-imports'],
  ['auth/x.ts', 'server/platform/mail.ts', 'auth-imports'],
  ['auth/x.ts', 'domain/booking.ts', 'auth-imports'],
  ['standins/x.ts', 'server/deps.ts', 'standins-imports'],
  ['server/x.ts', 'test/app/test-app.ts', 'harness-apart'],
  ['auth/x.ts', 'test/auth/test-service.ts', 'harness-apart'],
  ['scripts/x.ts', 'e2e/site.ts', 'harness-apart'],
  ['web/x.ts', 'bench/run.ts', 'harness-apart'],
  ['server/events/x.ts', 'server/bookings/change-appointment.queries.ts', 'events-direction'],
  ['server/bookings/x.ts', 'server/checkout/payments/payments.queries.ts', 'bookings-direction'],
  [
    'server/money/refunds/x.ts',
    'server/bookings/change-appointment.queries.ts',
    'money/refunds-direction',
  ],
  ['server/platform/http/x.ts', 'server/platform/config/env.ts', 'platform/http-direction'],
  ['auth/flows/x.ts', 'auth/routes/token-routes.ts', 'auth/flows-direction'],
  ['server/members/x.ts', 'server/bookings/consent/consent.queries.ts', 'members-direction'],
  ['server/bookings/x.ts', 'server/platform/db/schema.ts', 'sql-in-queries'],
]
const allowed: [file: string, code: string][] = [
  ['domain/x.ts', "import * as z from 'zod/mini'\nexport const s = z.string()\n"],
  ['domain/x.ts', "export const day = new Date('2026-01-01')\n"],
  ['server/bookings/x.queries.ts', 'export const q = `select id from places`\n'],
  ['server/platform/config/env.ts', 'export const p = process.env.PORT\n'],
  ['web/x.ts', 'export const p = (b: boolean) => ({ ...(b && { b }) })\n'],
  ['server/x.ts', 'export const p = (map: Map<string, string>) => map.clear()\n'],
]
const allowedImports: [file: string, imports: string][] = [
  ['server/bookings/x.ts', 'server/events/events.queries.ts'],
  ['server/bookings/x.queries.ts', 'server/platform/db/schema.ts'],
  ['server/bookings/x.test.ts', 'test/app/test-app.ts'],
  ['scripts/x.ts', 'standins/mailbox.ts'],
]

const folder = mkdtempSync(join(tmpdir(), 'fences-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('lint rules of folders', () => {
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

describe('imports between folders', async () => {
  const rulesBroken = await cruiseSamples([
    ...refusedImports.flatMap(([file, imports]) => [
      { file, imports, typeOnly: false },
      { file, imports, typeOnly: true },
    ]),
    ...allowedImports.map(([file, imports]) => ({ file, imports, typeOnly: false })),
  ])

  test.each(refusedImports)('%s may not import %s', (file, imports, rule) => {
    expect(rulesBroken({ file, imports, typeOnly: false })).toContain(rule)
    // A query module's types may be imported anywhere; every other boundary includes types.
    const ofTypes = rulesBroken({ file, imports, typeOnly: true })
    if (rule === 'sql-in-queries') expect(ofTypes).toEqual([])
    else expect(ofTypes).toContain(rule)
  })

  test.each(allowedImports)('%s may import %s', (file, imports) => {
    expect(rulesBroken({ file, imports, typeOnly: false })).toEqual([])
  })

  test('two files may not import one another, not even types', async () => {
    const base = mkdtempSync(join(folder, 'circle-'))
    mkdirSync(join(base, 'server'))
    writeFileSync(join(base, 'server/a.ts'), "import type { B } from './b.ts'\nexport type A = B\n")
    writeFileSync(join(base, 'server/b.ts'), "import type { A } from './a.ts'\nexport type B = A\n")
    const rulesOfCircle = (await cruiseFolder(base)).map(({ rule }) => rule.name)
    expect(rulesOfCircle).toContain('no-circular')
  })
})

type ImportSample = { file: string; imports: string; typeOnly: boolean }

/** Writes the samples into one folder, each importing file under a name of its own, and reads them in one run. */
async function cruiseSamples(samples: ImportSample[]): Promise<(sample: ImportSample) => string[]> {
  const base = mkdtempSync(join(folder, 'imports-'))
  const key = (sample: ImportSample) => JSON.stringify(sample)
  const paths = new Map(
    samples.map((sample, n) => {
      const { file, imports, typeOnly } = sample
      const path = file.replace(/\bx(?=\.)/, `x${n}`)
      const isOurs = !imports.startsWith('node:')
      if (isOurs) write(base, imports, 'export type X = string\nexport const x = 1\n')
      const from = isOurs ? relative(dirname(file), imports) : imports
      const specifier = isOurs && !from.startsWith('.') ? `./${from}` : from
      const imported = typeOnly ? 'type { X }' : '{ x }'
      const used = typeOnly ? 'X' : 'typeof x'
      write(
        base,
        path,
        `import ${imported} from '${specifier}'\nexport const y = 1 as unknown as ${used}\n`,
      )
      return [key(sample), path] as const
    }),
  )
  const violations = await cruiseFolder(base)
  return (sample) =>
    violations
      .filter(({ from }) => from === paths.get(key(sample)))
      .map(({ rule: { name } }) => name)
}

async function cruiseFolder(base: string) {
  const { forbidden, options } = rules
  const { output } = await cruise(['.'], {
    ...options,
    parser: 'swc',
    baseDir: base,
    validate: true,
    ruleSet: { forbidden },
  } as ICruiseOptions)
  if (typeof output === 'string') throw new Error('the import check printed a text')
  return output.summary.violations
}

function write(base: string, path: string, text: string): void {
  mkdirSync(join(base, dirname(path)), { recursive: true })
  writeFileSync(join(base, path), text)
}

function lint(samples: (readonly [file: string, code: string, ...rest: unknown[]])[]) {
  const config = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  cpSync('scripts/fences', join(folder, 'scripts/fences'), { recursive: true })
  const paths = samples.map(([file, code], n) => {
    const path = file.replace(/x(?=\.)/, `x${n}`)
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
