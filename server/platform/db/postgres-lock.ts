import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Lines 1 and 4 of postmaster.pid. */
export type Lock = { pid: number; port: number; text: string }

const run = promisify(execFile)

export async function readLock(cluster: string): Promise<Lock | null> {
  const text = await readFile(lockPath(cluster), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  if (!lines[0]) return null
  return { pid: Number(lines[0]), port: Number(lines[3]), text }
}

export async function isLockActive(cluster: string, { pid }: Lock): Promise<boolean> {
  if (!isAlive(pid)) return false
  const command = await commandLine(pid)
  return command.includes('postgres') && command.includes(cluster)
}

/** Removes a lock whose pid now belongs to another program: PostgreSQL would refuse to start. */
export async function removeStaleLock(cluster: string, lock: Lock): Promise<void> {
  if (!isAlive(lock.pid)) return
  const current = await readLock(cluster)
  if (current?.text === lock.text) await rm(lockPath(cluster))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

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
