import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '../test/reserve-ports.ts'
import { startLoad } from '../test/storms/steady-load.ts'
import { type Start, serversOf, startSite, stopSite } from '../test/storms/test-site.ts'
import { until } from '../test/until.ts'

let port: number
let dataDir: string
let site: Start
beforeAll(async () => {
  port = await reservePorts()
  dataDir = await mkdtemp(join(tmpdir(), 'rolling-'))
  const settings = { WORKERS: '2', DRAIN_SECONDS: '1', RATE_LIMIT_SCALE: '10000' }
  site = await startSite({ PORT: `${port}`, DATA_DIR: dataDir, ...settings })
})
afterAll(async () => {
  await stopSite(site)
  await rm(dataDir, { recursive: true })
})

test('SIGHUP replaces each server process without a failed request', async () => {
  const before = serversOf(site.process)
  const load = startLoad({ port, clients: 8 })
  site.process.kill('SIGHUP')
  await until(() => expect(site.output()).toContain('The server processes were replaced.'))
  const { sent, failed } = await load.stop()
  console.log(`rolling restart: ${failed.length} of ${sent} requests failed`)
  expect(failed).toEqual([])
  const after = serversOf(site.process)
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('a site that stops says so to balancers first, and ends each connection', async () => {
  site.process.kill('SIGTERM')
  await until(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(answer.status).toBe(503)
    expect((await answer.json()).status).toBe('stopping')
  })
  const page = await fetch(`http://127.0.0.1:${port}/api/events`)
  expect(page.status).toBe(200)
  expect(page.headers.get('connection')).toBe('close')
  await until(() => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow())
})
