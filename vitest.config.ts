import { defineConfig } from 'vitest/config'

/** `--mode long` runs the long tests (`*.long.test.ts`) instead of the others. */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long'
  const testsIn = (...rooms: string[]) => ({
    include: rooms.map((room) => `${room}/**/*.${isLong ? 'long.' : ''}test.{ts,tsx}`),
    exclude: isLong ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.long.test.*'],
    testTimeout: isLong ? 3_600_000 : 20_000,
    hookTimeout: 60_000,
  })
  return {
    test: {
      passWithNoTests: true,
      // Half of a test's time is waiting for the database, so two share two cores well.
      maxWorkers: 2,
      projects: [
        { test: { name: 'rules', ...testsIn('domain', 'content', 'web') } },
        {
          test: {
            name: 'server',
            ...testsIn('server', 'auth', 'standins', 'scripts', 'bench'),
            globalSetup: './server/db/test-cluster.ts',
          },
        },
      ],
    },
  }
})
