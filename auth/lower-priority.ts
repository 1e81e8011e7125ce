import { readlinkSync } from 'node:fs'
import { constants, platform, setPriority } from 'node:os'

/** Lets the process's other threads run first. Only on Linux, which has a priority per thread. */
export function lowerThreadPriority(): void {
  if (platform() !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_LOW)
}
