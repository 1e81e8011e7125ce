// A machine's own process: its links to the others, etcd and Patroni. Started by machines.ts in a network and a process
// namespace of its own, where it is all that there is; without programs, it is the site's machine, in this one.
import { spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import type { Owner } from '../../../server/platform/db/postgres-owner.ts'
import { type Machine, openLinks } from './links.ts'

export type Program = {
  command: string
  args: string[]
  environment: Record<string, string>
  log: string
}
export type MachineGiven = Machine & { owner: Owner; path: string; programs: Program[] }

const given: MachineGiven = JSON.parse(process.argv[2] ?? '')

// An aborted test must leave no machine behind.
process.once('disconnect', () => process.exit())
if (given.address) {
  const { status, stderr } = spawnSync('ip', ['link', 'set', 'lo', 'up'], {
    env: { PATH: given.path },
  })
  if (status !== 0) throw new Error(`the machine has no network: ${stderr}`)
}
const links = await openLinks(given)
process.on('message', (order: 'cut' | 'heal') => links[order]())
for (const { command, args, environment, log } of given.programs) {
  const output = openSync(log, 'a')
  spawn(command, args, {
    ...given.owner,
    cwd: '/',
    env: { PATH: given.path, LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', output, output],
  })
}
process.send?.('started')
