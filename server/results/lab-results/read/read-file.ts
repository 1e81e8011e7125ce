import { Worker } from 'node:worker_threads'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import { type LabFile, refusedFile } from '../../../../domain/office/lab-rows.ts'
import type { ReadAnswer, ReadJob } from './read-thread.ts'

const SECONDS = 20
const HEAP_MB = 256
const TOO_LARGE = 'It unpacks to more than a file of a laboratory may hold.'

let thread: Worker | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * A laboratory's file, read in a thread with an end of its memory and time, one file at a time: a
 * hostile one is refused, and the server goes on answering.
 */
export async function readLabFile(
  bytes: Buffer,
  map: ColumnMap,
  seconds = SECONDS,
): Promise<LabFile> {
  const { file, problem } = await inTurn({ bytes, map }, seconds)
  return file ?? refusedFile('not_readable', problem ?? '')
}

/** The headers of a table, without empty ones; none for HL7 or a file that cannot be read. */
export async function readHeaders(bytes: Buffer): Promise<string[]> {
  const { headers } = await inTurn({ bytes, map: null }, SECONDS)
  return headers ?? []
}

function inTurn(job: ReadJob, seconds: number): Promise<ReadAnswer> {
  const read = last.then(() => readNow(job, seconds))
  last = read.catch(() => undefined)
  return read
}

function readNow(job: ReadJob, seconds: number): Promise<ReadAnswer> {
  thread ??= startThread()
  const worker = thread
  const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>()
  const refuse = (problem: string) => {
    thread = null
    resolve({ problem })
  }
  const timer = setTimeout(() => {
    refuse(`It could not be read within ${seconds} seconds.`)
    void worker.terminate()
  }, seconds * 1_000)
  const onMessage = (answer: ReadAnswer) =>
    answer.fault === undefined ? resolve(answer) : reject(new Error(answer.fault))
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return refuse(TOO_LARGE)
    thread = null
    reject(error)
  }
  const onExit = () => refuse(TOO_LARGE)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  worker.ref()
  worker.postMessage(job)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    worker.unref()
  })
}

function startThread(): Worker {
  const started = new Worker(new URL('./read-thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  })
  // Also of a thread that ends when its job is over, which would end the process.
  return started.on('error', () => undefined).on('exit', () => forget(started))
}

function forget(ended: Worker): void {
  if (thread === ended) thread = null
}
