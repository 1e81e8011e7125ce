// PostgreSQL on restored files, reachable by nobody else, until it has read its log up to the point.
import { chmod, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isAlive, readLock } from '../../server/platform/db/postgres-lock.ts'
import type { Tool } from './tool.ts'

const GET_WAL = join(import.meta.dirname, '../../deploy/backup/get-wal')
const PORT = 5432
const POLL_MS = 100
/** A log of days may have to be read. */
const LIMIT_SECONDS = 7 * 24 * 60 * 60
/** What a restore leaves in postgresql.auto.conf. A standby made of this folder would obey it. */
const LEFT_BEHIND = ['restore_command', 'recovery_target_time', 'recovery_target_action']

export type Recovery = Awaited<ReturnType<typeof openRecovery>>

/** A folder of its own under the temporary one; `close` removes it. */
export async function openRecovery({ run, owner }: Tool) {
  const home = await mkdtemp(join(tmpdir(), 'restore-'))
  const log = join(home, 'postgres.log')
  await cp(GET_WAL, join(home, 'get-wal'))
  await writeFile(join(home, 'pg_hba.conf'), 'local all all trust\n')
  await writeFile(join(home, 'postgresql.conf'), '')
  if (owner) await chown(home, owner.uid, owner.gid)
  // Only the database's user reaches the socket in it.
  await chmod(home, 0o700)
  for (const name of ['get-wal', 'pg_hba.conf', 'postgresql.conf'])
    await chmod(join(home, name), name === 'get-wal' ? 0o755 : 0o644)

  return {
    restoreCommand: ({
      config,
      stanza,
      wal,
    }: {
      config: string
      stanza: string
      wal: string | null
    }) => `"${home}/get-wal" "${config}" "${stanza}" "${wal ?? '-'}" %f "%p"`,

    /**
     * Runs PostgreSQL until the recovery is over, then `work` with a superuser's connections to the
     * databases that it names, and stops it. Without an `archiveCommand` nothing of it is stored.
     */
    async run<T>(
      server: { programs: string; folder: string; user: string; archiveCommand: string | null },
      work: (open: (database: string) => pg.Pool) => Promise<T>,
    ): Promise<T> {
      const { programs, folder, user, archiveCommand } = server
      const settings = {
        config_file: join(home, 'postgresql.conf'),
        hba_file: join(home, 'pg_hba.conf'),
        unix_socket_directories: home,
        listen_addresses: '',
        // With it, max_connections and others would have to be those of the former server.
        hot_standby: 'off',
        synchronous_standby_names: '',
        archive_mode: archiveCommand ? 'on' : 'off',
        archive_command: archiveCommand ?? '',
        timezone: 'UTC',
        log_error_verbosity: 'terse',
        log_min_error_statement: 'panic',
      }
      const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
      const options = ['-l', log, '-w', '-s', '-t', String(LIMIT_SECONDS)]
      const pgCtl = (...args: string[]) => run(`${programs}/pg_ctl`, ['-D', folder, ...args])
      await pgCtl(...options, '-o', `-p ${PORT} ${flags.join(' ')}`, 'start').catch(
        async (cause) => {
          throw new Error(await reasonIn(log), { cause })
        },
      )
      const pools: pg.Pool[] = []
      const open = (database: string) => {
        const pool = new pg.Pool({ host: home, port: PORT, user, database, max: 1 })
        // One that is closing may yet be said that PostgreSQL stops.
        pool.on('error', () => undefined)
        pools.push(pool)
        return pool
      }
      try {
        // pg_ctl is content with a server that still reads its log.
        await untilRecovered(open('postgres'), { folder, log })
        return await work(open)
      } finally {
        for (const pool of pools) await pool.end()
        if (await readLock(folder)) await pgCtl('-m', 'fast', '-w', '-s', '-t', '600', 'stop')
      }
    },

    async close(folder: string): Promise<void> {
      const lock = await readLock(folder)
      if (lock && isAlive(lock.pid)) throw new Error(`PostgreSQL still runs on ${folder}.`)
      await rm(home, { recursive: true })
    },
  }
}

/** Clears what concerned only this recovery, and the replica that COMMITs would wait for. */
export async function clearRecovery(pool: pg.Pool): Promise<void> {
  for (const name of LEFT_BEHIND) await pool.query(`alter system reset ${name}`)
  await pool.query(`alter system set synchronous_standby_names = ''`)
}

/** Throws with a sentence when PostgreSQL ends before. */
async function untilRecovered(
  pool: pg.Pool,
  { folder, log }: { folder: string; log: string },
): Promise<void> {
  for (;;) {
    const isOver = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (isOver) return
    if (!(await readLock(folder))) throw new Error(await reasonIn(log))
    await wait(POLL_MS)
  }
}

async function reasonIn(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '')
  if (text.includes('recovery ended before configured recovery target was reached'))
    return 'The log that is stored ends before that time: choose an earlier one or latest, or name the folder of pg_receivewal (--wal).'
  const reasons = text.split('\n').filter((line) => /FATAL|PANIC|ERROR/.test(line))
  return reasons.slice(-2).join('\n') || `PostgreSQL did not start: ${text.slice(-500)}`
}
