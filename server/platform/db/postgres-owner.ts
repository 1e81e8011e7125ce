import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { promisify } from 'node:util'

/** Null: the current user. */
export type Owner = { uid: number; gid: number } | null

const run = promisify(execFile)

export async function choosePostgresOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return null
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const owner = users.find(([name]) => name === wanted)
    if (owner) return { uid: Number(owner[2]), gid: Number(owner[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as. Add one, or set DATABASE_URL.',
  )
}

/** The program's output; throws its error output. PG* variables would change its behaviour. */
export async function runAs(owner: Owner, program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, {
      ...owner,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      timeout: 120_000,
    })
    return stdout
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(text || `${program} could not be run`, { cause: error })
  }
}

export async function canReach(owner: Owner, folder: string): Promise<boolean> {
  if (!owner) return true
  for (let at = resolve(folder); at !== dirname(at); at = dirname(at)) {
    const { mode, uid, gid } = await stat(at)
    const mayPass = uid === owner.uid ? 0o100 : gid === owner.gid ? 0o010 : 0o001
    if (!(mode & mayPass)) return false
  }
  return true
}
