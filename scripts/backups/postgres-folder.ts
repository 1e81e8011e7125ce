// Where the programs of a PostgreSQL are, and whether one runs on a folder.
import { readdir } from 'node:fs/promises'
import { isLockActive, readLock } from '../../server/platform/db/postgres-lock.ts'
import type { Tool } from './tool.ts'

const FOLDERS = ['/usr/lib/postgresql/MAJOR/bin', '/usr/pgsql-MAJOR/bin', '/usr/local/bin']

/** The folder of postgres and pg_ctl. Throws with a sentence when that version is not on this machine. */
export async function findPrograms(tool: Tool, major: number): Promise<string> {
  for (const folder of FOLDERS.map((one) => one.replace('MAJOR', String(major)))) {
    const output = await tool.run(`${folder}/postgres`, ['--version']).catch(() => '')
    if (output.includes(`PostgreSQL) ${major}`)) return folder
  }
  throw new Error(
    `The backup is of PostgreSQL ${major}, which is not on this machine: install postgresql-${major}.`,
  )
}

/** Throws with a sentence while PostgreSQL runs on the folder. */
export async function refuseRunning(folder: string): Promise<void> {
  const lock = await readLock(folder)
  if (lock && (await isLockActive(folder, lock)))
    throw new Error(`PostgreSQL runs on ${folder}: stop the site and PostgreSQL first.`)
}

export async function isEmpty(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.length === 0
}
