// `npm run dev`: as npm start, with one server process that serves the pages from source. A
// change of a page shows at once; a change of the server restarts it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { step, welcome } from './progress.ts'
import { readSiteEnv } from './read-site-env.ts'
import { openSite } from './site.ts'

// Folders, because watching imports would include the files that Vite writes and removes.
const WATCHED = ['server', 'auth', 'domain'].map(
  (room) => `--watch-path=${join(import.meta.dirname, '..', room)}`,
)

try {
  await develop()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

async function develop(): Promise<void> {
  const site = await openSite(readSiteEnv(), { step, onLog: console.error })
  const { databaseUrl, fieldKeys, auth } = site.env
  const server = spawn(
    process.execPath,
    [...WATCHED, '--watch-preserve-output', join(import.meta.dirname, 'dev-server.ts')],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATABASE_OWNER_URL: '',
        FIELD_KEYS: fieldKeys,
        AUTH_SIGNING_KEYS: auth.signingKeys ?? '',
      },
    },
  )
  // Ctrl-C reaches the server too; this process stays until the server has ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => server.kill('SIGTERM'))
  console.log(welcome(site.env))
  await once(server, 'exit')
  await site.stop()
}
