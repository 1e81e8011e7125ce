// npm test: the checks at once, then the build, then the tests, the dearest last, stopping at the first
// failure; each step ends with its time. No races, storms
// or starts of whole programs, in the browser every page and the journeys tagged @core, within six
// minutes (docs/decisions/0018). `npm test -- bookings` runs the files of that name; `npm run
// test:all` adds the rest, as CI does; `npm run test:long -- RACES=1000 races` runs long tests,
// counts by name (docs/operations.md), then files; `npm run test:budgets` measures speed and size.
// Browser tests tagged @long or @budget run only by their own command.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Step = { name: string; command: string; args: string[]; counts?: 'vitest' | 'playwright' }
type Score = { passed: number; failed: number }

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules', '.cache')
const RESULTS = join(CACHE, 'test-results')
const LONG = '@long'
const BUDGET = '@budget'
const CORE = '@core|every-page'
// A step that hangs fails by name; the long tests have limits of their own.
const CHECK_MS = 5 * 60_000
const TESTS_MS = 50 * 60_000
const CHECKS: Step[] = [
  { name: 'Format and lint', command: 'biome', args: ['check'] },
  { name: 'Imports', command: 'npm', args: ['run', '--silent', 'lint:imports'] },
  { name: 'Words', command: 'npm', args: ['run', '--silent', 'lint:words'] },
  { name: 'Migrations', command: 'npm', args: ['run', '--silent', 'lint:migrations'] },
  { name: 'Types', command: 'npm', args: ['run', '--silent', 'typecheck'] },
  { name: 'Secrets, licences and rules', command: 'vitest', args: ['run', 'scripts/fences'] },
]
const BUILD: Step = {
  name: 'Build',
  command: process.execPath,
  args: [join(ROOT, 'scripts', 'prepare.mjs'), '--build', '--browser'],
}

const given = process.argv.slice(2)
const counts = given.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=', 2))
const files = given.filter((word) => !word.startsWith('--') && !word.includes('='))
const KINDS = ['long', 'budgets', 'all'] as const
const kind = KINDS.find((one) => given.includes(`--${one}`)) ?? 'quick'

const isQuick = kind === 'quick' && files.length === 0
const hasChecks = isQuick || (kind === 'all' && files.length === 0)
const OPTIONS = {
  cwd: ROOT,
  env: {
    ...process.env,
    ...Object.fromEntries(counts),
    // Shared by all programs that tests start.
    NODE_COMPILE_CACHE: join(CACHE, 'node'),
    PLAYWRIGHT_JSON_OUTPUT_NAME: fileOf('playwright'),
    PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  },
}

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const score: Score = { passed: 0, failed: 0 }
const ended: string[] = []
const checked = hasChecks ? await Promise.all(CHECKS.map(check)) : []
const isGood = checked.every(Boolean) && [BUILD, ...tests()].every(passes)
console.log(`\n${ended.join('\n')}\n${score.passed} passed, ${score.failed} failed`)
process.exit(isGood ? 0 : 1)

function tests(): Step[] {
  // One after another: a measurement shares the machine with no other.
  if (kind === 'budgets') return [browser('--grep', BUDGET, '--workers=1')]
  if (kind === 'long') return [unit('--mode', 'long'), browser('--grep', LONG)]
  const rest = ['--grep-invert', `${LONG}|${BUDGET}`]
  if (isQuick) return [unit('--mode', 'quick'), browser('--grep', CORE, ...rest)]
  return [unit(), browser(...rest)]
}

function unit(...options: string[]): Step {
  const reporters = ['--reporter=default', '--reporter=json', '--passWithNoTests']
  const args = ['run', ...reporters, `--outputFile.json=${fileOf('vitest')}`, ...options, ...files]
  return { name: 'Rules, API and stand-ins', command: 'vitest', args, counts: 'vitest' }
}

function browser(...options: string[]): Step {
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...options, ...files]
  return { name: 'In the browser', command: 'playwright', args, counts: 'playwright' }
}

/** Runs beside the other checks, so it prints its output as a whole, when it ends. */
function check({ name, command, args }: Step): Promise<boolean> {
  const begun = Date.now()
  const options = { ...OPTIONS, maxBuffer: Number.POSITIVE_INFINITY, timeout: CHECK_MS }
  return new Promise((resolve) => {
    const child = execFile(command, args, options, (error, out, err) => {
      process.stdout.write(`\n— ${name}\n${out}${err}`)
      resolve(reportEnd(name, !error, begun))
    })
    // A linter without files would read its standard input for ever.
    child.stdin?.end()
  })
}

function passes({ name, command, args, counts: counter }: Step): boolean {
  console.log(`\n— ${name}`)
  const begun = Date.now()
  const timeout = isQuick || kind === 'all' ? TESTS_MS : undefined
  const { status } = spawnSync(command, args, { ...OPTIONS, stdio: 'inherit', timeout })
  if (counter) add(counter)
  return reportEnd(name, status === 0, begun)
}

function reportEnd(name: string, isPassed: boolean, begun: number): boolean {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  const line = `— ${name}: ${isPassed ? 'good' : 'FAILED'}, ${seconds} s`
  console.log(line)
  ended.push(line)
  return isPassed
}

function add(counter: 'vitest' | 'playwright'): void {
  const { passed, failed } = read(counter)
  score.passed += passed
  score.failed += failed
}

// An aborted run leaves no report; its step has failed all the same.
function read(counter: 'vitest' | 'playwright'): Score {
  try {
    const report = JSON.parse(readFileSync(fileOf(counter), 'utf8'))
    if (counter === 'vitest')
      return { passed: report.numPassedTests, failed: report.numFailedTests }
    const { expected, flaky, unexpected } = report.stats
    return { passed: expected + flaky, failed: unexpected }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

function fileOf(counter: string): string {
  return join(RESULTS, `${counter}.json`)
}
