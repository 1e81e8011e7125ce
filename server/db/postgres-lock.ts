import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What PostgreSQL wrote about itself in postmaster.pid (lines 1 and 4). */
export type Lock = { pid: number; port: number; text: string }

const run = promisify(execFile)

/** The lock of the server that runs, or ran, on the folder; null when it was stopped in order. */
export async function readLock(cluster: string): Promise<Lock | null> {
  const text = await readFile(lockPath(cluster), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  if (!lines[0]) return null
  return { pid: Number(lines[0]), port: Number(lines[3]), text }
}

/** Whether the process that the lock names is still a PostgreSQL on this folder. */
export async function isHeld(cluster: string, { pid }: Lock): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await commandLine(pid)
  return command.includes('postgres') && command.includes(cluster)
}

/**
 * Removes a lock whose number now belongs to some other process: PostgreSQL would see that process
 * alive and refuse to start. A lock of the dead is left for PostgreSQL itself to judge, and one that
 * changed meanwhile is another starter's.
 */
export async function breakLock(cluster: string, lock: Lock): Promise<void> {
  if (!isAlive(lock.pid)) return
  const current = await readLock(cluster)
  if (current?.text === lock.text) await rm(lockPath(cluster))
}

/** Whether a process of this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

// Empty for a process that is gone or waits, dead, for its parent to notice.
async function commandLine(pid: number): Promise<string> {
  if (platform() === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return run('ps', ['-o', 'args=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

function lockPath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}
