import { readlinkSync } from 'node:fs'
import { constants, platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt'
import { toError } from '../to-error.ts'
import type { HashJob, HashResult } from './hashing.ts'

lowerPriority()
parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(runJob(job)))

function runJob({ id, password, ...job }: HashJob): HashResult {
  try {
    if ('parameters' in job) return { id, value: hashSync(password, job.parameters) }
    if (job.isBcrypt) return { id, value: verifyBcrypt(password, job.passwordHash) }
    return { id, value: verifySync(job.passwordHash, password) }
  } catch (error) {
    return { id, problem: toError(error).message }
  }
}

/** Linux has a priority per thread. */
function lowerPriority(): void {
  if (platform() !== 'linux') return
  const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  setPriority(thread, constants.priority.PRIORITY_LOW)
}
