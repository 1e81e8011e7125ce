// npm test: checks in order, stopping at the first failure; in the browser every page and the
// journeys tagged @core, within six minutes (docs/decisions/0018). `npm test -- bookings` runs
// the files of that name; `npm run test:all` adds every browser test, as CI does; `npm run
// test:long -- RACES=1000 races` runs long tests, counts by name (docs/operations.md), then
// files; `npm run test:budgets` measures speed and size. Browser tests tagged @long or @budget
// run only by their own command.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Check = { name: string; command: string; args: string[]; counts?: 'vitest' | 'playwright' }
type Score = { passed: number; failed: number }

const ROOT = join(import.meta.dirname, '..')
const CACHE = join(ROOT, 'node_modules', '.cache')
const RESULTS = join(CACHE, 'test-results')
const LONG = '@long'
const BUDGET = '@budget'
const CORE = '@core|every-page'

const given = process.argv.slice(2)
const counts = given.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=', 2))
const files = given.filter((word) => !word.startsWith('--') && !word.includes('='))
const KINDS = ['long', 'budgets', 'all'] as const
const kind = KINDS.find((one) => given.includes(`--${one}`)) ?? 'quick'

rmSync(RESULTS, { recursive: true, force: true })
mkdirSync(RESULTS, { recursive: true })
const score: Score = { passed: 0, failed: 0 }
const isGood = checksOf(kind).every(passes)
console.log(`\n${score.passed} passed, ${score.failed} failed`)
process.exit(isGood ? 0 : 1)

function checksOf(wanted: typeof kind): Check[] {
  if (wanted === 'budgets') return [browser('--grep', BUDGET)]
  if (wanted === 'long') return [unit('--mode', 'long'), browser('--grep', LONG)]
  const core = wanted === 'quick' && files.length === 0 ? ['--grep', CORE] : []
  const tests = [unit(), browser(...core, '--grep-invert', `${LONG}|${BUDGET}`)]
  if (files.length > 0) return tests
  return [
    { name: 'Format and lint', command: 'biome', args: ['check'] },
    { name: 'Imports', command: 'npm', args: ['run', '--silent', 'lint:imports'] },
    { name: 'Words', command: 'npm', args: ['run', '--silent', 'lint:words'] },
    { name: 'Types of the routes', command: 'react-router', args: ['typegen'] },
    { name: 'Types', command: 'tsc', args: [] },
    ...tests,
  ]
}

function unit(...options: string[]): Check {
  const reporters = ['--reporter=default', '--reporter=json', '--passWithNoTests']
  const args = ['run', ...reporters, `--outputFile.json=${fileOf('vitest')}`, ...options, ...files]
  return { name: 'Rules, API and stand-ins', command: 'vitest', args, counts: 'vitest' }
}

function browser(...options: string[]): Check {
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...options, ...files]
  return { name: 'In the browser', command: 'playwright', args, counts: 'playwright' }
}

function passes({ name, command, args, counts: counter }: Check): boolean {
  console.log(`\n— ${name}`)
  const begun = Date.now()
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...Object.fromEntries(counts),
      // Shared by all programs that tests start.
      NODE_COMPILE_CACHE: join(CACHE, 'node'),
      PLAYWRIGHT_JSON_OUTPUT_NAME: fileOf('playwright'),
      PATH: [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
  })
  if (counter) add(counter)
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  console.log(`— ${name}: ${status === 0 ? 'good' : 'FAILED'}, ${seconds} s`)
  return status === 0
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
    return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  } catch {
    return { passed: 0, failed: 0 }
  }
}

function fileOf(counter: string): string {
  return join(RESULTS, `${counter}.json`)
}
