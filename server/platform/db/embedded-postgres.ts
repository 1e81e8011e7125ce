import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { toError } from '../../../auth/to-error.ts'
import { createRoles } from './embedded-roles.ts'
import { openHome } from './postgres-home.ts'
import { choosePostgresOwner } from './postgres-owner.ts'
import { findPrograms } from './postgres-programs.ts'
import { ensureRunning, type Server, stopServer, WATCH } from './postgres-server.ts'

export type EmbeddedPostgres = {
  /** URL of the database `charity` for the site's role `charity`, which owns nothing. */
  url: string
  ownerUrl: string
  /** Stops PostgreSQL unless another process of ours still uses it. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on the cluster under `dataDir`, on 127.0.0.1 only, and restarts it when it ends.
 * Throws when the server is not up within a minute.
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
  const stopping = new AbortController()

  let watcher = await ensureRunning(server, stopping.signal)
  let repair = Promise.resolve()
  await createRoles(watcher, server)
  watch()
  const at = `127.0.0.1:${server.port}/charity`

  return {
    url: `postgresql://charity:${server.password}@${at}`,
    ownerUrl: `postgresql://charity_owner:${server.ownerPassword}@${at}`,
    async stop() {
      stopping.abort()
      await repair
      await stopIfUnused(server, watcher)
    },
  }

  function watch(): void {
    watcher.once('end', () => {
      if (!stopping.signal.aborted) repair = restart()
    })
  }

  async function restart(): Promise<void> {
    options.onLog('PostgreSQL has gone. Starting it again.')
    for (let pause = 100; !stopping.signal.aborted; pause = Math.min(pause * 2, 5_000)) {
      try {
        watcher = await ensureRunning(server, stopping.signal)
        options.onLog('PostgreSQL runs again.')
        return watch()
      } catch (error) {
        options.onLog(`PostgreSQL does not start: ${toError(error).message}`)
        await wait(pause)
      }
    }
  }
}

async function stopIfUnused(server: Server, watcher: pg.Client): Promise<void> {
  const isNeeded = await isWatchedByOthers(watcher).catch(() => true)
  await watcher.end()
  if (isNeeded) return
  await stopServer(server)
}

// Marks itself as stopping before looking, so that of two stopping processes one stops the server.
async function isWatchedByOthers(watcher: pg.Client): Promise<boolean> {
  await watcher.query(`set application_name = 'stopping'`)
  const { rows } = await watcher.query(
    `select 1 from pg_stat_activity where application_name = '${WATCH}'`,
  )
  return rows.length > 0
}
