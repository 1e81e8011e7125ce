// Machines as namespaces of this one, with addresses of 127.0.0.0/8 that only they and their links know.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MachineGiven } from './machine.ts'

const AGENT = join(import.meta.dirname, 'machine.ts')
// A user other than root gets the rights for the namespaces in a user namespace.
const RIGHTS = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps']
/** The shell is the namespace's first process, which has to take leave of orphans. */
export const NAMESPACE = [
  'unshare',
  ...RIGHTS,
  ...['--net', '--pid', '--fork', '--kill-child', '--mount', '--mount-proc'],
  ...['sh', '-c', '"$@" & wait', 'sh'],
]

export type RunningMachine = Awaited<ReturnType<typeof startMachine>>

export async function startMachine(given: MachineGiven) {
  const agent = [process.execPath, AGENT, JSON.stringify(given)]
  const [file = '', ...args] = given.address ? [...NAMESPACE, ...agent] : agent
  const child = spawn(file, args, {
    env: { PATH: given.path },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`a machine did not start: ${said}`)
  })
  failed.catch(() => undefined)
  await Promise.race([once(child, 'message'), failed])

  return {
    cut: () => child.send('cut'),
    heal: () => child.send('heal'),
    freeze: () => signalAll('SIGSTOP'),
    wake: () => signalAll('SIGCONT'),
    /** Of its programs with these words in their command line. */
    pidsOf: (words: string) => treeOf(child).filter((pid) => commandOf(pid).includes(words)),
    /** At once, with all that runs on it. */
    async kill(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      // unshare ends when the first process of its namespace, and so all others, have ended.
      process.kill(treeOf(child)[0] ?? child.pid ?? 0, 'SIGKILL')
      await ended
    },
  }

  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const done = new Set<number>()
    for (;;) {
      const left = treeOf(child).filter((pid) => !done.has(pid))
      if (left.length === 0) return
      for (const pid of left) {
        sendTo(pid, signal)
        done.add(pid)
      }
    }
  }
}

function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Its descendants, the eldest first. */
function treeOf({ pid }: ChildProcess): number[] {
  const all: number[] = []
  const left = pid === undefined ? [] : childrenOf(pid)
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    all.push(next)
    left.push(...childrenOf(next))
  }
  return all
}

function childrenOf(pid: number): number[] {
  return gone([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      gone([], () => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'))
        .toString()
        .split(/[ ,]+/)
        .filter(Boolean)
        .map(Number),
    ),
  )
}

function commandOf(pid: number): string {
  return gone('', () => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
}

function gone<T, U>(instead: U, read: () => T): T | U {
  try {
    return read()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ESRCH') return instead
    throw error
  }
}
