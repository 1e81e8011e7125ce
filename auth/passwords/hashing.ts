import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

export type HashJob = { id: number; password: string } & (
  | { parameters: Options }
  | { passwordHash: string; isBcrypt: boolean }
)
export type HashResult = { id: number } & ({ value: string | boolean } | { problem: string })

type Pending = { resolve: (value: string | boolean) => void; reject: (error: Error) => void }

const pending = new Map<number, Pending>()
let thread: Worker | null = null
let count = 0

/** A PHC string; rejects on unusable parameters. */
export async function hash(password: string, parameters: Options): Promise<string> {
  return String(await run({ password, parameters }))
}

export async function verify(passwordHash: string, password: string, isBcrypt: boolean) {
  return (await run({ password, passwordHash, isBcrypt })) === true
}

function run(job: DistributiveOmit<HashJob, 'id'>): Promise<string | boolean> {
  thread ??= startThread()
  const worker = thread
  const id = count++
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, ...job })
  })
}

function startThread(): Worker {
  const started = new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [] })
  started.on('message', (result: HashResult) => {
    const job = pending.get(result.id)
    pending.delete(result.id)
    if (pending.size === 0) started.unref()
    if ('problem' in result) job?.reject(new Error(result.problem))
    else job?.resolve(result.value)
  })
  started.on('error', (error) => failPending(started, error as Error))
  started.on('exit', (code) =>
    failPending(started, new Error(`The hashing thread ended with ${code}`)),
  )
  return started
}

function failPending(ended: Worker, error: Error): void {
  if (thread !== ended) return
  thread = null
  for (const { reject } of pending.values()) reject(error)
  pending.clear()
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
