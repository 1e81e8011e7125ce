// A program of the site's machine, restarted as its unit would.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Owner } from '../../../server/platform/db/postgres-owner.ts'

/** RestartSec= of a unit. */
const RESTART_MS = 1_000

export type Service = ReturnType<typeof startService>

export function startService(given: {
  command: string
  args: string[]
  owner: Owner
  path: string
  log: string
}) {
  let isOn = true
  let child = run()

  return {
    /** Resolves when it runs again. */
    async kill(): Promise<void> {
      const before = child
      before.kill('SIGKILL')
      await once(before, 'exit')
      await wait(RESTART_MS)
      if (isOn && child === before) child = run()
    },
    async stop(): Promise<void> {
      isOn = false
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }

  function run(): ChildProcess {
    const output = openSync(given.log, 'a')
    const started = spawn(given.command, given.args, {
      ...given.owner,
      cwd: '/',
      env: { PATH: given.path, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', output, output],
    })
    const stop = () => started.kill('SIGKILL')
    process.once('exit', stop)
    started.once('exit', () => process.off('exit', stop))
    return started
  }
}
