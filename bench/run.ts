// `npm run bench`: speed and size of the site as ratios to a baseline that runs beside it.
// Absolute figures depend on the machine; the budgets (rules §10.2) are of the ratios. `npm run bench
// -- pages` runs one of pages, bookings, times, weight, memory, listing, rendered, processes, growth,
// flood, office, slow; growth, flood and slow only when named, because they take minutes. It fails when a budget is not held;
// an aim that is not reached yet is shown as such. Nothing else should run on the machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeSigningKeys } from '../auth/tokens/keys.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { makeFieldKeys } from '../server/platform/keys/field-keys.ts'
import { reservePorts } from '../test/reserve-ports.ts'
import type { Bench, RunningSite } from './bench.ts'
import { benchBookings } from './bookings.ts'
import { benchFlood } from './flood.ts'
import { benchFreeTimes } from './free-times.ts'
import { benchGrowth } from './growth.ts'
import type { Line } from './line.ts'
import { benchListing } from './listing.ts'
import { benchMemory } from './memory.ts'
import { benchOfficeLists } from './office-lists.ts'
import { benchPages } from './pages.ts'
import { benchProcesses } from './processes.ts'
import { benchRendered } from './rendered.ts'
import { benchRoundTrips } from './round-trips.ts'
import { benchSlow } from './slow.ts'
import { benchWeight } from './weight.ts'

// The site takes this port and the three after it.
const sitePort = await reservePorts()
const barePort = sitePort + 10
const secondPort = sitePort + 20

const ONLY_NAMED = ['growth', 'flood', 'slow']

const wanted = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const postgres = await startEmbeddedPostgres({ dataDir, onLog: console.error })
const signingKeys = await makeSigningKeys()
const fieldKeys = makeFieldKeys()
const bare = start('bench/bare-server.ts', { PORT: String(barePort) })
const settings = {
  TILE_URL: '',
  RATE_LIMIT_SCALE: '1000000',
  AUTH_SIGNING_KEYS: JSON.stringify(signingKeys),
  FIELD_KEYS: fieldKeys,
}
const site = start('scripts/start.mjs', {
  ...settings,
  PORT: String(sitePort),
  DATA_DIR: dataDir,
  DATABASE_URL: '',
})
const others: ChildProcess[] = []
const lines: Line[] = []
try {
  const bench: Bench = {
    siteUrl: `http://localhost:${sitePort}`,
    sitePid: site.pid ?? 0,
    bareUrl: `http://localhost:${barePort}`,
    barePid: bare.pid ?? 0,
    databaseUrl: postgres.url,
    ownerUrl: postgres.ownerUrl,
    signingKeys,
    fieldKeys,
    startSite,
  }
  await answers(`${bench.siteUrl}/readyz`)
  await answers(bench.bareUrl)
  const benches = {
    pages: benchPages,
    bookings: async (on: Bench) => [...(await benchBookings(on)), ...(await benchRoundTrips(on))],
    times: benchFreeTimes,
    listing: benchListing,
    weight: benchWeight,
    rendered: benchRendered,
    memory: benchMemory,
    processes: benchProcesses,
    growth: benchGrowth,
    flood: benchFlood,
    slow: benchSlow,
    // Last, since it adds events to the site that the others measure.
    office: benchOfficeLists,
  }
  for (const [name, measure] of Object.entries(benches)) {
    const isWanted = wanted.length === 0 ? !ONLY_NAMED.includes(name) : wanted.includes(name)
    if (isWanted) lines.push(...(await measure(bench)))
  }
  if (lines.some((line) => line.held === 'NO')) process.exitCode = 1
} finally {
  // Also what was measured before a failure.
  console.table(lines)
  for (const child of [...others, site, bare]) await stop(child)
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function start(file: string, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function startSite(
  on: { databaseUrl: string; ownerUrl: string },
  own: Record<string, string> = {},
): Promise<RunningSite> {
  const child = start('scripts/start.mjs', {
    ...settings,
    ...own,
    PORT: String(secondPort),
    DATA_DIR: join(dataDir, 'second'),
    DATABASE_URL: on.databaseUrl,
    DATABASE_OWNER_URL: on.ownerUrl,
  })
  others.push(child)
  const url = `http://localhost:${secondPort}`
  await answers(`${url}/readyz`)
  return { url, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return
    await wait(200)
  }
  throw new Error(`${url} did not answer within a minute`)
}
