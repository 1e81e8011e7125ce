// The programs that deploy/ha names, from HA_PROGRAMS (a folder) or this machine's own.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { NAMESPACE } from './machines.ts'

export const DEPLOY = join(import.meta.dirname, '../../../deploy/ha')
const POSTGRES = '/usr/lib/postgresql'
const HELP = 'docs/high-availability.md, Versions, says where they come from'

export function programPath(): string {
  const given = process.env.HA_PROGRAMS ?? ''
  const rest = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', newestPostgres()]
  return [given, ...rest].filter(Boolean).join(delimiter)
}

/** The folder of PostgreSQL's programs, as its machine sees it. */
export function postgresFolder(): string {
  const said = run('postgres', ['--version']).stdout
  return `${POSTGRES}/${/ (\d+)/.exec(said)?.[1]}/bin`
}

/** A sentence when the cluster cannot run here, otherwise null. */
export function whyNoCluster(): string | null {
  const why = whyUnfit()
  return why && `High availability is not tried: ${why} (${HELP}).`
}

export function versions(): string {
  return run(join(DEPLOY, 'check-versions'), [])
    .stdout.trim()
    .split('\n')
    .map((line) => line.replace(': ok', ''))
    .join(', ')
}

function whyUnfit(): string | null {
  if (process.platform !== 'linux') return 'it needs namespaces of Linux'
  const { stdout, stderr } = run(join(DEPLOY, 'check-versions'), [])
  const missing = [...stdout.matchAll(/^(.*): not on this machine$/gm)].map(([, name]) => name)
  if (stderr) return stderr.trim().replaceAll('\n', '; ')
  if (missing.length > 0) return `this machine lacks ${missing.join(', ')}`
  const lacking = [
    ['ip', '-V'],
    ['openssl', 'version'],
  ].filter(([name = '', option = '']) => run(name, [option]).status !== 0)
  if (lacking.length > 0) return `this machine lacks ${lacking.join(', ')}`
  const [program = '', ...options] = NAMESPACE
  const { status, stderr: reason } = run(program, [...options, 'ip', 'link', 'set', 'lo', 'up'])
  return status === 0 ? null : `namespaces are not permitted: ${reason.trim()}`
}

function run(program: string, args: string[]) {
  const env = { PATH: programPath(), LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8' })
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' }
}

function newestPostgres(): string {
  const found = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : []
  const newest = Math.max(0, ...found.filter(Number.isInteger))
  return newest > 0 ? `${POSTGRES}/${newest}/bin` : ''
}
