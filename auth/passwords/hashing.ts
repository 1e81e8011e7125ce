import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

export type HashJob = { id: number; password: string } & (
  | { parameters: Options }
  | { passwordHash: string; isBcrypt: boolean }
)
export type HashResult = { id: number } & ({ value: string | boolean } | { problem: string })

type Waiting = { resolve: (value: string | boolean) => void; reject: (error: Error) => void }

const waiting = new Map<number, Waiting>()
let thread: Worker | null = null
let count = 0

/** A PHC string; rejects on unusable parameters. */
export async function hash(password: string, parameters: Options): Promise<string> {
  return String(await run({ password, parameters }))
}

export async function verify(passwordHash: string, password: string, isBcrypt: boolean) {
  return (await run({ password, passwordHash, isBcrypt })) === true
}

function run(job: Without<HashJob, 'id'>): Promise<string | boolean> {
  thread ??= startThread()
  const worker = thread
  const id = count++
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, ...job })
  })
}

function startThread(): Worker {
  const started = new Worker(new URL('./hash-thread.ts', import.meta.url), { execArgv: [] })
  started.on('message', (answer: HashResult) => {
    const job = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) started.unref()
    if ('problem' in answer) job?.reject(new Error(answer.problem))
    else job?.resolve(answer.value)
  })
  started.on('error', (error) => giveUp(started, error as Error))
  started.on('exit', (code) => giveUp(started, new Error(`The hashing thread ended with ${code}`)))
  return started
}

function giveUp(ended: Worker, error: Error): void {
  if (thread !== ended) return
  thread = null
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
