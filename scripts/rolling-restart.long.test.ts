// Requests without a pause while the server processes are replaced again and again, directly and
// through the proxies of deploy/.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '../test/reserve-ports.ts'
import { handsConnectionsOver, startLoad } from '../test/storms/steady-load.ts'
import { type Start, startSite, stopSite } from '../test/storms/test-site.ts'
import { until } from '../test/until.ts'

const REQUESTS = Number(process.env.REQUESTS ?? 100_000)
const CLIENTS = 8
const LIMIT_SECONDS = 600
const DEPLOY = join(import.meta.dirname, '../deploy')

let port: number
let folder: string
let site: Start
beforeAll(async () => {
  port = await reservePorts()
  folder = await mkdtemp(join(tmpdir(), 'rolling-'))
  site = await startSite({
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    WORKERS: '2',
    DRAIN_SECONDS: '5',
    TRUSTED_PROXY: 'loopback',
    RATE_LIMIT_SCALE: '100000',
  })
}, 60_000)
afterAll(async () => {
  await stopSite(site)
  await rm(folder, { recursive: true })
})

test(`${REQUESTS} requests without a proxy`, () => replaceUnderLoad(port, 'no proxy'))

test.skipIf(!isInstalled('caddy', 'version'))(`${REQUESTS} requests through Caddy`, async () => {
  const environment = {
    HOME: folder,
    SITE_HOST: `http://127.0.0.1:${port + 11}`,
    SITE_UPSTREAM: `127.0.0.1:${port}`,
    CADDY_ADMIN: `127.0.0.1:${port + 12}`,
  }
  const options = ['run', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
  const proxy = spawn('caddy', options, { env: { ...process.env, ...environment } })
  await throughProxy(proxy, { port: port + 11, name: 'Caddy' })
})

test.skipIf(!isInstalled('nginx', '-v'))(`${REQUESTS} requests through nginx`, async () => {
  const written = await readFile(join(DEPLOY, 'nginx.conf'), 'utf8')
  const plain = written
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port + 13};`)
    .replace(/^\s+(?:listen \[::\]|ssl_).*$/gm, '')
  const config = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(
    config,
    `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths.join(' ')}\n${plain} }`,
  )
  const proxy = spawn('nginx', ['-e', 'stderr', '-c', config, '-g', 'daemon off;'])
  await throughProxy(proxy, { port: port + 13, name: 'nginx' })
})

async function throughProxy(
  proxy: ChildProcess,
  { port, name }: { port: number; name: string },
): Promise<void> {
  let said = ''
  proxy.stderr?.on('data', (text) => {
    said += text
  })
  try {
    await until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
      expect(answer.status, said.slice(-500)).toBe(200)
    })
    await replaceUnderLoad(port, name)
  } finally {
    const ended = once(proxy, 'exit')
    proxy.kill('SIGTERM')
    await ended
  }
}

async function replaceUnderLoad(port: number, name: string): Promise<void> {
  const load = startLoad({ port, clients: CLIENTS })
  const replaced = () => site.output().split('The server processes were replaced.').length - 1
  const before = replaced()
  while (load.count.sent < REQUESTS) {
    const done = replaced()
    site.process.kill('SIGHUP')
    await until(() => expect(replaced()).toBe(done + 1), LIMIT_SECONDS)
  }
  const { sent, failed } = await load.stop()
  const rounds = replaced() - before
  const kernel = handsConnectionsOver() ? 'on' : 'off'
  console.log(
    `${name}: ${failed.length} of ${sent} requests failed in ${rounds} rolling restarts (tcp_migrate_req ${kernel})`,
  )
  expect(failed.slice(0, 20)).toEqual([])
}

function isInstalled(program: string, option: string): boolean {
  try {
    execFileSync(program, [option], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
