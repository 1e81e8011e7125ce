// deploy/ha/ and its page, checked without the programs.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const HA = join(import.meta.dirname, '..', 'deploy', 'ha')
const textOf = (name: string) => readFileSync(join(HA, name), 'utf8')
const NEW = {
  patroni: 'patroni 4.0.7',
  pgbouncer: 'PgBouncer 1.24.1\nlibevent 2.1.13-stable',
  etcd: 'etcd Version: 3.5.16',
  haproxy: 'HAProxy version 3.0.11-1 2025/07/02 - https://haproxy.org/',
  postgres: 'postgres (PostgreSQL) 17.6 (Debian 17.6-1)',
}

describe('check-versions', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ha-versions-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs it with programs that print these versions and no others but the system's tools. */
  function check(programs: Record<string, string>) {
    for (const [name, words] of Object.entries(programs)) {
      const path = join(folder, name)
      writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' '${words}'\n`)
      chmodSync(path, 0o755)
    }
    const { status, stdout, stderr } = spawnSync(join(HA, 'check-versions'), {
      env: { PATH: `${folder}:/usr/bin:/bin` },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('accepts those that hold what is promised', () => {
    const { status, stdout, stderr } = check(NEW)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('Patroni 4.0.7: ok')
    expect(stdout).toContain('PgBouncer 1.24.1: ok')
  })

  test.each([
    ['patroni', 'patroni 3.0.2', 'Patroni 3.0.2: refused, needs 4.0'],
    ['patroni', 'patroni 3.3.9', 'Patroni 3.3.9: refused, needs 4.0'],
    ['pgbouncer', 'PgBouncer 1.18.0', 'PgBouncer 1.18.0: refused, needs 1.21'],
    ['pgbouncer', 'PgBouncer 1.9.0', 'PgBouncer 1.9.0: refused, needs 1.21'],
    ['etcd', 'etcd Version: 3.3.25', 'etcd 3.3.25: refused, needs 3.4'],
    ['postgres', 'postgres (PostgreSQL) 14.9', 'PostgreSQL 14.9: refused, needs 15'],
  ])('refuses a %s that says %s', (name, words, refusal) => {
    const { status, stderr } = check({ ...NEW, [name]: words })
    expect(status).toBe(1)
    expect(stderr).toContain(refusal)
  })
})

test('no booking is acknowledged by one machine alone, and a dead one is replaced in 20 s', () => {
  const { dcs } = parse(textOf('patroni.yml')).bootstrap
  expect(dcs).toMatchObject({ synchronous_mode: true, failsafe_mode: true, ttl: 20 })
  // Patroni demotes itself within the ttl only when these fit in it.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
  expect(dcs.postgresql.parameters).toMatchObject({ synchronous_commit: 'on', timezone: 'UTC' })
})

test('the pooler leaves connections for others, and gives up before the site does', () => {
  const value = (key: string) =>
    new RegExp(`^${key} = (.*)$`, 'm').exec(textOf('pgbouncer.ini'))?.[1]
  const { max_connections: most } = parse(textOf('patroni.yml')).bootstrap.dcs.postgresql.parameters
  const ofTwoMachines =
    2 * (Number(value('default_pool_size')) + Number(value('reserve_pool_size')))
  expect(ofTwoMachines).toBeLessThanOrEqual(most - 15)
  expect(Number(value('query_wait_timeout'))).toBeLessThan(10)
  expect(value('pool_mode')).toBe('transaction')
  expect(Number(value('max_prepared_statements'))).toBeGreaterThan(0)
  expect(value('pidfile')).toBeUndefined()
  for (const setting of value('ignore_startup_parameters')?.split(',') ?? [])
    expect(textOf('roles.sql')).toContain(`alter role charity set ${setting} =`)
})

test('a former primary loses its connections, and all files name the same machines', () => {
  const proxy = textOf('haproxy.cfg')
  expect(proxy.match(/on-marked-down shutdown-sessions/g)).toHaveLength(2)
  const machines = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
  for (const machine of machines) {
    expect(proxy).toContain(`${machine}:5432 check port 8008`)
    expect(textOf('etcd.default')).toContain(`http://${machine}:2380`)
    expect(parse(textOf('patroni.yml')).etcd3.hosts).toContain(`${machine}:2379`)
  }
  expect(textOf('pgbouncer.ini')).toContain('port=5000')
})

test('Debian’s command for the database machines names the part that speaks to etcd', () => {
  const page = readFileSync(join(HA, '..', '..', 'docs', 'high-availability.md'), 'utf8')
  expect(page).toMatch(/apt-get install .*patroni python3-etcd/)
})

test('a connection is encrypted where PostgreSQL asks for it, and a pooler that died comes back', () => {
  const hosts = parse(textOf('patroni.yml')).postgresql.pg_hba.filter(
    (line: string) => !line.startsWith('local'),
  )
  for (const line of hosts) expect(line).toMatch(/^hostssl /)
  expect(textOf('pgbouncer.ini')).toContain('server_tls_sslmode = verify-full')
  const page = readFileSync(join(HA, '..', '..', 'docs', 'high-availability.md'), 'utf8')
  for (const [, url] of page.matchAll(/DATABASE(?:_OWNER)?_URL=(\S*:5000\S*)/g))
    expect(url).toContain('sslmode=verify-full')
  expect(textOf('pgbouncer-restart.conf')).toMatch(/^Restart=always$/m)
})
