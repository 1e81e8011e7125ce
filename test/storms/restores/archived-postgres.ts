// Debian's PostgreSQL set up as docs/backups.md says: archived by pgBackRest, and its log kept by pg_receivewal.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { readLock } from '../../../server/platform/db/postgres-lock.ts'
import { choosePostgresOwner, runAs } from '../../../server/platform/db/postgres-owner.ts'

const BACKUP = join(import.meta.dirname, '../../../deploy/backup')
const POSTGRES = '/usr/lib/postgresql'
const KEEPER = 'keeper1'
const PASSWORD = 'only-on-this-machine'
/** docs/operations.md, Database, as before PostgreSQL 16. */
const ROLES = `
  create role charity_owner login password '${PASSWORD}';
  create role charity login password '${PASSWORD}';
  create role charity_erasure nologin;
  grant charity_erasure to charity_owner;
  create database charity owner charity_owner`

export type ArchivedPostgres = Awaited<ReturnType<typeof openArchivedPostgres>>

/** A sentence when this machine lacks the programs, otherwise null. */
export function whyNoRestores(): string | null {
  const missing = [
    ...(newestPrograms() ? [] : ['PostgreSQL 15 or newer']),
    ...(['/usr/bin/pgbackrest', '/usr/local/bin/pgbackrest'].some(existsSync)
      ? []
      : ['pgBackRest']),
  ]
  if (missing.length === 0) return null
  return `Restores are not tried: this machine lacks ${missing.join(' and ')} (apt-get install postgresql pgbackrest).`
}

/** `ports` has two free ones: for the database, and for a restored one. */
export async function openArchivedPostgres(ports: [number, number]) {
  const owner = await choosePostgresOwner()
  const programs = newestPrograms() ?? ''
  const user = owner ? 'postgres' : userInfo().username
  const home = await mkdtemp(join(tmpdir(), 'restores-'))
  const inHome = (name: string) => join(home, name)
  for (const name of ['', 'database', 'repository', 'log']) {
    if (name) await mkdir(inHome(name))
    if (owner) await chown(inHome(name), owner.uid, owner.gid)
    await chmod(inHome(name), name === '' ? 0o711 : 0o700)
  }
  const config = inHome('pgbackrest.conf')
  await writeFile(config, pgbackrestConfig({ home, port: ports[0], user }))
  const folder = inHome('database')
  const run = (program: string, args: string[]) => runAs(owner, join(programs, program), args)
  const password = inHome('password')
  await writeFile(password, PASSWORD)
  await run('initdb', [
    ...['-D', folder, '-U', user, '-k', '-E', 'UTF8', '--locale=C.UTF-8', `--pwfile=${password}`],
    ...['--auth-local=peer', '--auth-host=scram-sha-256'],
  ])
  await writeFile(inHome('backup.conf'), serverSettings(config))
  await appendFile(join(folder, 'postgresql.conf'), `include '${inHome('backup.conf')}'\n`)
  let keeper: ChildProcess | null = null
  let keepers = 0

  const postgres = {
    home,
    folder,
    owner,
    /** For the backup commands. */
    environment: { PGBACKREST_CONFIG: config },
    url: urlOf('charity', ports[0]),
    ownerUrl: urlOf('charity_owner', ports[0]),
    restoredUrl: urlOf('charity', ports[1]),
    restoredOwnerUrl: urlOf('charity_owner', ports[1]),
    walFolder: () => inHome(`wal-${keepers}`),

    start: () => start(folder, ports[0]),
    startRestored: (at: string) => start(at, ports[1]),
    async stop(at = folder): Promise<void> {
      if (!(await readLock(at))) return
      await run('pg_ctl', ['-D', at, '-m', 'immediate', '-w', '-s', 'stop'])
    },
    sql: (statement: string) =>
      run('psql', [
        ...['-XAtq', '-v', 'ON_ERROR_STOP=1', '-h', home, '-p', `${ports[0]}`, '-U', user],
        ...['-d', 'postgres', ...statement.split(';').flatMap((one) => ['-c', one])],
      ]),
    makeRoles: () => postgres.sql(ROLES),

    /** In an empty folder, as on a machine of its own. */
    async startKeeper(): Promise<void> {
      keepers += 1
      await mkdir(postgres.walFolder(), { mode: 0o700 })
      if (owner) await chown(postgres.walFolder(), owner.uid, owner.gid)
      const at = ['--dbname', `host=${home} port=${ports[0]} user=${user}`, '--slot', KEEPER]
      await run('pg_receivewal', [...at, '--create-slot', '--if-not-exists'])
      const named = [
        '--dbname',
        `host=${home} port=${ports[0]} user=${user} application_name=${KEEPER}`,
      ]
      const options = ['--slot', KEEPER, '--directory', postgres.walFolder(), '--synchronous']
      keeper = spawn(join(programs, 'pg_receivewal'), [...named, ...options], {
        ...owner,
        cwd: '/',
        env: { LC_ALL: 'C' },
        stdio: 'ignore',
      })
    },
    async stopKeeper(): Promise<void> {
      if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) return
      const ended = once(keeper, 'exit')
      keeper.kill('SIGKILL')
      await ended
    },

    /** As when the machine is lost. */
    async destroy(): Promise<void> {
      const lock = await readLock(folder)
      if (lock) process.kill(lock.pid, 'SIGKILL')
      await rm(folder, { recursive: true, maxRetries: 100, retryDelay: 20 })
    },
    async close(): Promise<void> {
      await postgres.stopKeeper()
      await postgres.stop()
      await rm(home, { recursive: true, maxRetries: 100, retryDelay: 20 })
    },
  }
  return postgres

  async function start(at: string, port: number): Promise<void> {
    const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${home}`
    const log = join(home, 'log', `postgres-${port}.log`)
    await run('pg_ctl', ['-D', at, '-l', log, '-w', '-s', '-o', flags, 'start']).catch((cause) => {
      throw new Error(readFileSync(log, 'utf8').slice(-2_000), { cause })
    })
  }
}

function newestPrograms(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  const newest = Math.max(0, ...versions.filter((one) => one >= 15))
  const folder = `${POSTGRES}/${newest}/bin`
  return existsSync(`${folder}/pg_receivewal`) && existsSync(`${folder}/initdb`) ? folder : null
}

function urlOf(role: string, port: number): string {
  return `postgresql://${role}:${PASSWORD}@127.0.0.1:${port}/charity`
}

/** deploy/backup/pgbackrest.conf with the folders of this test. */
function pgbackrestConfig({
  home,
  port,
  user,
}: {
  home: string
  port: number
  user: string
}): string {
  const values: Record<string, string> = {
    'repo1-path': join(home, 'repository'),
    'repo1-cipher-pass': execFileSync('openssl', ['rand', '-base64', '48'], {
      encoding: 'utf8',
    }).trim(),
    'pg1-path': join(home, 'database'),
    'pg1-port': String(port),
    'pg1-socket-path': home,
  }
  const text = readFileSync(join(BACKUP, 'pgbackrest.conf'), 'utf8').replace(
    /^([\w-]+)=.*$/gm,
    (line, key) => (values[key] ? `${key}=${values[key]}` : line),
  )
  const folders = `lock-path=${join(home, 'log')}\nspool-path=${join(home, 'log')}\n`
  return `${text.replace('[chaps]', `${folders}\n[chaps]`)}pg1-user=${user}\n`
}

/** deploy/backup/postgresql.conf with the settings of this test's pgBackRest. */
function serverSettings(config: string): string {
  const text = readFileSync(join(BACKUP, 'postgresql.conf'), 'utf8')
  return text.replace('pgbackrest --stanza', `pgbackrest --config=${config} --stanza`)
}
