// Programs of PostgreSQL and pgBackRest, run as the user that owns the database's files.
import { spawn } from 'node:child_process'
import { choosePostgresOwner, type Owner } from '../../server/platform/db/postgres-owner.ts'

export type Tool = {
  owner: Owner
  /** The program's output; throws what it printed to standard error when it fails. */
  run(program: string, args: string[], options?: { isShown?: boolean }): Promise<string>
}

/** As root, programs run as the user postgres. */
export async function openTool(): Promise<Tool> {
  const owner = await choosePostgresOwner()
  return { owner, run: (program, args, options) => runAs(owner, [program, ...args], options) }
}

/** `isShown` passes the output on as it comes; it has no limit of time, since backups take hours. */
function runAs(
  owner: Owner,
  [program = '', ...args]: string[],
  { isShown = false }: { isShown?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...owner,
      cwd: '/',
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = { out: '', error: '' }
    child.stdout.on('data', (text) => {
      output.out += text
      if (isShown) process.stdout.write(text)
    })
    child.stderr.on('data', (text) => {
      output.error += text
    })
    child.once('error', reject)
    child.once('close', (code) => {
      // pgBackRest prints its errors as part of its log.
      const problem = output.error.trim() || linesOf(output.out, / ERROR: /) || output.out.trim()
      if (code === 0) resolve(output.out)
      else reject(new Error(problem || `${program} ended with ${code}`))
    })
  })
}

/** PG* would lead psql elsewhere. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('PGBACKREST_'))
  return { ...Object.fromEntries(own), PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
}

function linesOf(text: string, wanted: RegExp): string {
  return text
    .split('\n')
    .filter((line) => wanted.test(line))
    .join('\n')
}
