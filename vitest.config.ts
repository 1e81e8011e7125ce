import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

/**
 * `--mode long` runs the long tests (`*.long.test.ts`) instead of the others; property tests
 * (`*.property.test.ts`) run in both, with ODD_VALUES values made from SEED.
 */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long'
  const oddValues = {
    count: Number(process.env.ODD_VALUES ?? (isLong ? 100_000 : 2_000)),
    seed: Number(process.env.SEED ?? Date.now() % 2 ** 31),
  }
  const testsIn = (...rooms: string[]) => ({
    include: rooms.map((room) => `${room}/**/*.${isLong ? '{long,property}.' : ''}test.{ts,tsx}`),
    exclude: isLong ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.long.test.*'],
    testTimeout: isLong ? 3_600_000 : 20_000,
    hookTimeout: 60_000,
    provide: { oddValues },
  })
  return {
    test: {
      passWithNoTests: true,
      // Half of a test's time is waiting for the database, so two share two cores well.
      maxWorkers: 2,
      // Loading the server anew for each of 150 files would take a third of the time.
      isolate: false,
      sequence: { sequencer: LongestFirst },
      projects: [
        { test: { name: 'rules', ...testsIn('domain', 'content', 'web') } },
        {
          test: {
            name: 'server',
            ...testsIn('server', 'auth', 'standins', 'bench', ...(isLong ? [] : ['scripts'])),
            globalSetup: './server/db/test-cluster.ts',
          },
        },
        // What is measured in seconds, kills and rushes, has the machine to itself.
        ...(isLong
          ? [
              {
                test: {
                  name: 'alone',
                  ...testsIn('scripts'),
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
