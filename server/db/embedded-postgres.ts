import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { makeRoles } from './embedded-roles.ts'
import { openHome } from './postgres-home.ts'
import { choosePostgresOwner } from './postgres-owner.ts'
import { findPrograms } from './postgres-programs.ts'
import { ensureRunning, type Server, stopServer, WATCH, wordsOf } from './postgres-server.ts'

export type EmbeddedPostgres = {
  /** Address of the database `charity` for the role `charity` of the site, which owns nothing. */
  url: string
  /** The same database for the role that owns it and its tables: for migrations only. */
  ownerUrl: string
  /** Ends the watch; stops PostgreSQL unless another process of ours still watches it. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on the cluster under `dataDir`, listening on 127.0.0.1 only: makes the cluster the
 * first time, adopts a server that already runs on it, and starts it again whenever it dies. Each
 * process that calls this watches through one connection; the last one to stop() stops the server.
 * `settings` are PostgreSQL's own (fsync=off for tests). Throws when it does not run in a minute.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  onLog: (line: string) => void
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const owner = await choosePostgresOwner()
  const programs = await findPrograms(owner)
  const home = await openHome(resolve(options.dataDir), owner, programs)
  const server: Server = { ...home, owner, programs, settings: options.settings ?? {}, port: null }
  const leaving = new AbortController()

  let watcher = await ensureRunning(server, leaving.signal)
  let repair = Promise.resolve()
  await makeRoles(watcher, server)
  watch()
  const at = `127.0.0.1:${server.port}/charity`

  return {
    url: `postgresql://charity:${server.password}@${at}`,
    ownerUrl: `postgresql://charity_owner:${server.ownerPassword}@${at}`,
    async stop() {
      leaving.abort()
      await repair
      await leave(server, watcher)
    },
  }

  function watch(): void {
    watcher.once('end', () => {
      if (!leaving.signal.aborted) repair = startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    options.onLog('PostgreSQL has gone. Starting it again.')
    for (let pause = 100; !leaving.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        watcher = await ensureRunning(server, leaving.signal)
        options.onLog('PostgreSQL runs again.')
        return watch()
      } catch (error) {
        options.onLog(`PostgreSQL does not start: ${wordsOf(error)}`)
        await wait(pause)
      }
    }
  }
}

async function leave(server: Server, watcher: pg.Client): Promise<void> {
  const isNeeded = await isWatchedByOthers(watcher).catch(() => true)
  await watcher.end()
  if (isNeeded) return
  await stopServer(server)
}

// Says it is leaving before it looks, so that of two that leave at once at least one sees nobody.
async function isWatchedByOthers(watcher: pg.Client): Promise<boolean> {
  await watcher.query(`set application_name = 'leaving'`)
  const { rows } = await watcher.query(
    `select 1 from pg_stat_activity where application_name = '${WATCH}'`,
  )
  return rows.length > 0
}
