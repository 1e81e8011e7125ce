// Three database machines and the site's, set up with deploy/ha as docs/high-availability.md says.
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { choosePostgresOwner } from '../../../server/platform/db/postgres-owner.ts'
import { until } from '../../until.ts'
import {
  etcdEnvironment,
  homeOf,
  makeCertificates,
  makePasswords,
  type Place,
  patroniEnvironment,
  roleStatements,
  writeBalancer,
  writePatroni,
  writePooler,
} from './configurations.ts'
import { type RunningMachine, startMachine } from './machines.ts'
import { postgresFolder, programPath } from './programs.ts'
import { startService } from './service.ts'

const LAST = ['11', '12', '13']
const START_SECONDS = 120

type Member = { name: string; role: string; state: string; lag?: number | string }
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Until its first checks HAProxy takes all three for the primary. */
async function refuseUnlessBalanced(socket: string): Promise<void> {
  const asked = connect(socket)
  asked.end('show stat\n')
  const said = await text(asked)
  const states = [...said.matchAll(/^primary,db\d,(?:[^,]*,){15}([^,]*),/gm)].map(([, one]) => one)
  if (states.sort().join() !== 'DOWN,DOWN,UP')
    throw new Error(`HAProxy sees the machines as ${states.join()}`)
}

/** `port` and the two after it are free. */
export async function openCluster(port: number) {
  const owner = await choosePostgresOwner()
  const folder = await mkdtemp(join(tmpdir(), 'ha-'))
  const net = `127.${64 + (port >> 8)}.${port & 255}`
  const place: Place = {
    folder,
    addresses: LAST.map((last) => `${net}.${last}`),
    ports: { primary: port, replicas: port + 1, pooler: port + 2 },
  }
  const links = join(folder, 'links')
  const path = programPath()
  const passwords = makePasswords()
  await chmod(folder, 0o711)
  for (const name of ['links', 'site', 'log']) await makeFolder(join(folder, name))
  const { authority } = makeCertificates(place)
  const machines: (RunningMachine | null)[] = [null, null, null]
  for (const n of machines.keys()) await setUp(n)
  const around = { address: '', others: place.addresses, links, owner: null, path, programs: [] }
  // The links of the site's machine are made with the others', which they lead to.
  await Promise.all(machines.map((_, n) => start(n)))
  const outside = await startMachine(around)
  await until(() => refuseUnlessHealthy(), START_SECONDS)
  const service = (command: string, args: string[]) =>
    startService({ command, args, owner, path, log: join(folder, 'log', `${command}.log`) })
  const balancer = service('haproxy', ['-db', '-f', await writeBalancer(place)])
  const pooler = service('pgbouncer', [await writePooler(place, passwords)])
  if (owner) await chown(join(folder, 'users.txt'), owner.uid, owner.gid)
  const encrypted = `sslmode=verify-full&sslrootcert=${authority}`
  const at = `127.0.0.1:${place.ports.primary}`
  await until(() => refuseUnlessBalanced(join(folder, 'site', 'haproxy.sock')))
  await makeRoles()

  return {
    balancer,
    pooler,
    url: `postgresql://charity:${passwords.site}@${at}/charity?${encrypted}`,
    ownerUrl: `postgresql://charity_owner:${passwords.owner}@${at}/charity?${encrypted}`,
    pooledUrl: `postgresql://charity:${passwords.site}@127.0.0.1:${place.ports.pooler}/charity`,
    refuseUnlessHealthy,
    start,
    /** The number of the machine that is the primary. */
    async primary(): Promise<number> {
      const leader = (await members()).find(({ role }) => role === 'leader')
      if (!leader) throw new Error('no machine is the primary')
      return Number(leader.name.slice(2)) - 1
    },
    machine(n: number): RunningMachine {
      const machine = machines[n]
      if (!machine) throw new Error(`machine ${n} does not run`)
      return machine
    },
    /** The first process of its PostgreSQL. */
    postmaster(n: number): number {
      const [pid] = this.machine(n).pidsOf(`${postgresFolder()}/postgres -D`)
      if (pid === undefined) throw new Error(`no PostgreSQL runs on machine ${n}`)
      return pid
    },
    /** No replica takes what is written until the returned function is called, and Patroni does not see it. */
    stopReplicas(): () => void {
      const pids = machines.flatMap((machine) => machine?.pidsOf('walreceiver') ?? [])
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) {
          // It ends when it goes on, and what waits in its socket is never read.
          process.kill(pid, 'SIGTERM')
          process.kill(pid, 'SIGCONT')
        }
      }
    },
    /** As patronictl does, to whichever replica is synchronous. */
    async switchOver(): Promise<void> {
      const leader = (await members()).find(({ role }) => role === 'leader')
      await ask('POST', 'switchover', { leader: leader?.name })
    },
    /** As patronictl edit-config does. */
    configure: (settings: Record<string, unknown>) => ask('PATCH', 'config', settings),
    async close(): Promise<void> {
      await balancer.stop()
      await pooler.stop()
      for (const machine of [outside, ...machines]) await machine?.kill()
      await rm(folder, { recursive: true, maxRetries: 100, retryDelay: 20 })
    },
  }

  async function setUp(n: number): Promise<void> {
    const home = homeOf(place, n)
    await makeFolder(home)
    await makeFolder(join(home, 'etcd'))
    for (const name of ['server.crt', 'server.key']) {
      await copyFile(join(folder, name), join(home, name))
      await chmod(join(home, name), 0o600)
      if (owner) await chown(join(home, name), owner.uid, owner.gid)
    }
    await writePatroni(place, n)
  }

  async function makeFolder(name: string): Promise<void> {
    await mkdir(name, { mode: 0o700 })
    if (owner) await chown(name, owner.uid, owner.gid)
  }

  /** Also again, after it was killed. */
  async function start(n: number): Promise<void> {
    const home = homeOf(place, n)
    const log = (name: string) => join(folder, 'log', `${name}-${n + 1}.log`)
    machines[n] = await startMachine({
      address: place.addresses[n] ?? '',
      others: place.addresses.filter((_, other) => other !== n),
      links,
      owner,
      path,
      programs: [
        {
          command: 'etcd',
          args: [],
          environment: await etcdEnvironment(place, n),
          log: log('etcd'),
        },
        {
          command: 'patroni',
          args: [join(home, 'patroni.yml')],
          environment: patroniEnvironment(passwords),
          log: log('patroni'),
        },
      ],
    })
  }

  async function ask(method: string, what: string, body: unknown): Promise<void> {
    const answer = await fetch(`${await anyPatroni()}/${what}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`patroni:${passwords.restapi}`)}`,
      },
      body: JSON.stringify(body),
    })
    const said = await answer.text()
    if (answer.status !== 200) throw new Error(`Patroni answered ${answer.status}: ${said}`)
  }

  async function anyPatroni(): Promise<string> {
    const asked = place.addresses.map(async (address) => {
      const url = `http://${address}:8008`
      await fetch(`${url}/cluster`, { signal: AbortSignal.timeout(2_000) })
      return url
    })
    return Promise.any(asked)
  }

  async function members(): Promise<Member[]> {
    const answer = await fetch(`${await anyPatroni()}/cluster`)
    return (await answer.json()).members
  }

  /**
   * A primary, and two replicas that follow it, one of them synchronous. No machine is in failsafe
   * mode: a late call of a former primary that was cut off holds back the machine that would take
   * over for 20 s (docs/high-availability.md).
   */
  async function refuseUnlessHealthy(): Promise<void> {
    const all = await members()
    const said = all.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
    const isHealthy =
      all.length === 3 &&
      all.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
      all.filter(({ role }) => role === 'sync_standby').length === 1 &&
      all.filter(({ state }) => state === 'streaming').length === 2
    if (!isHealthy) throw new Error(`the cluster is not whole: ${said}\n${await lastWords()}`)
    for (const address of place.addresses) {
      const answer = await fetch(`http://${address}:8008/patroni`)
      const { failsafe_mode_is_active: isFailsafe } = await answer.json()
      if (isFailsafe) throw new Error(`${address} is in failsafe mode`)
    }
  }

  async function lastWords(): Promise<string> {
    const logs = [1, 2, 3].map((n) => join(folder, 'log', `patroni-${n}.log`))
    const texts = await Promise.all(logs.map((log) => readFile(log, 'utf8')))
    return texts.map((text) => text.slice(-600)).join('\n')
  }

  async function makeRoles(): Promise<void> {
    const statements = await roleStatements(passwords)
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${passwords.superuser}@${at}/postgres?${encrypted}`,
    })
    await client.connect()
    // Before 16 a grant has no such option (docs/operations.md).
    const { rows } = await client.query('show server_version_num')
    const isOld = Number(rows[0]?.server_version_num) < 160_000
    for (const statement of statements)
      await client.query(isOld ? statement.replace(' with inherit false', '') : statement)
    await client.end()
  }
}
