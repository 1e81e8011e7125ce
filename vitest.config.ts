import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

const SERVER = [
  'server/**',
  'auth/**',
  'standins/**',
  'bench/**',
  'test/!(storms)/**',
  'test/storms/mail',
]
// What is measured in seconds, kills and rushes, has the machine to itself in the long run.
const ALONE = ['scripts/**', 'test/storms']
const NOT_QUICK = [
  'test/{races,storms,interleavings}/**',
  'test/attendance/schedules.test.ts',
  'test/lives/lives.test.ts',
  'test/lives/model/twins.test.ts',
  'test/laboratory/kills.test.ts',
  'server/records/claims/claim-race.test.ts',
  'server/checkout/payments/{concurrent-captures,storm}.test.ts',
  // Weeks of it remain: test/care-loops/simulated-weeks.test.ts.
  'test/care-loops/simulated-year.test.ts',
  'scripts/{start,rolling-restart,refused-start,production-office,admin,migrate-database}.test.ts',
  'server/platform/db/embedded-{postgres,roles}.test.ts',
  'test/auth/standalone.test.ts',
]
const FUZZ_VALUES: Record<string, number> = { long: 100_000, quick: 400 }
/** Of every mode but the long one: a landing does not depend on which numbers were drawn. */
const FIXED_SEED = 1

/**
 * `--mode long` runs the long tests (`*.long.test.ts`) instead of the others, `--mode quick` the
 * others without NOT_QUICK (docs/decisions/0018). Property tests (`*.property.test.ts`)
 * run in every mode, with FUZZ_VALUES values. Whatever is drawn at random comes from SEED, which
 * the long mode chooses for each run.
 */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long'
  process.env.SEED ??= String(isLong ? Date.now() % 2 ** 31 : FIXED_SEED)
  const fuzzValues = {
    count: Number(process.env.FUZZ_VALUES ?? FUZZ_VALUES[mode] ?? 1_000),
    seed: Number(process.env.SEED),
  }
  const tests = isLong ? '*.{long,property}.test.{ts,tsx}' : '*.test.{ts,tsx}'
  const testsIn = (...folders: string[]) => ({
    include: folders.map((folder) => `${folder}/${tests}`),
    exclude: [
      '**/node_modules/**',
      ...(isLong ? [] : ['**/*.long.test.*']),
      ...(mode === 'quick' ? NOT_QUICK : []),
    ],
    // Limits for a machine a quarter as fast as two quiet cores: they end what hangs.
    testTimeout: isLong ? 3_600_000 : 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    provide: { fuzzValues, isQuick: mode === 'quick' },
    setupFiles: './test/app/fast-check-seed.ts',
  })
  return {
    test: {
      passWithNoTests: true,
      // Half of a test's time is waiting for the database, so three share two cores well.
      maxWorkers: 3,
      // Loading the server again for each of 150 files would take a third of the time.
      isolate: false,
      // A tenth of the time would be clearing away what lives shortly.
      execArgv: ['--max-semi-space-size=64'],
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { name: 'rules', ...testsIn('domain/**', 'content/**', 'web/**') } },
        {
          test: {
            name: 'server',
            ...testsIn(...SERVER, ...(isLong ? [] : ALONE)),
            globalSetup: './test/database/cluster.ts',
          },
        },
        ...(isLong
          ? [
              {
                test: {
                  name: 'alone',
                  ...testsIn(...ALONE),
                  maxWorkers: 1,
                  sequence: { groupOrder: 1 },
                },
              },
            ]
          : []),
      ],
    },
  }
})
