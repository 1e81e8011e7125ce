// `npm start` as a separate process with its own data and port, to be killed by tests.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const SITE = join(import.meta.dirname, '../../scripts/start.mjs')
const START_LIMIT_MS = 150_000

export type Start = { process: ChildProcess; output: () => string }

/** Starts the site with these settings and records its output. */
export function runSite(
  environment: Record<string, string>,
  program = [process.execPath, SITE],
): Start {
  const [file = '', ...options] = program
  const child = spawn(file, options, {
    env: { ...process.env, NODE_ENV: '', ...environment },
  })
  // An aborted test must leave no site behind.
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  return { process: child, output: () => output }
}

/** Starts the site and waits until it serves; throws with its output when it does not. */
export async function startSite(
  environment: Record<string, string>,
  program?: string[],
): Promise<Start> {
  const start = runSite(environment, program)
  const deadline = Date.now() + START_LIMIT_MS
  while (!start.output().includes('Stop with Ctrl-C')) {
    if (hasEnded(start.process) || Date.now() > deadline) {
      await stopSite(start)
      throw new Error(`the site did not start: ${start.output()}`)
    }
    await wait(20)
  }
  return start
}

export async function stopSite({ process: child }: Pick<Start, 'process'>): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Process ids of the site's servers: the primary's children but PostgreSQL, which detaches. */
export function serversOf({ pid }: ChildProcess): number[] {
  const isLinux = process.platform === 'linux'
  const list = isLinux
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
  return list.trim().split(/\s+/).filter(Boolean).map(Number)
}

/**
 * Milliseconds until the readiness check passes. Each try opens a connection, as a load
 * balancer does. Throws after `limit` ms.
 */
export async function untilReady(port: number, limit: number): Promise<number> {
  const begun = performance.now()
  for (;;) {
    if (await isReady(port)) return performance.now() - begun
    if (performance.now() - begun > limit) throw new Error(`not ready within ${limit} ms`)
    await wait(20)
  }
}

function isReady(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 3_000 }
    const asked = request(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
