import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { verifySync as verifyBcrypt } from '@node-rs/bcrypt'
import { lowerThreadPriority } from '../lower-priority.ts'
import { toError } from '../to-error.ts'
import type { HashJob, HashResult } from './hashing.ts'

lowerThreadPriority()
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
