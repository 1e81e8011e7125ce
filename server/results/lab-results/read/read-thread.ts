import { parentPort } from 'node:worker_threads'
import type { ColumnMap } from '../../../../domain/office/lab-columns.ts'
import type { LabFile } from '../../../../domain/office/lab-rows.ts'
import { parseLabFile } from './parse-file.ts'
import { parseHeaders } from './parse-headers.ts'

/** Without a map only the headers are read. */
export type ReadJob = { bytes: Uint8Array; map: ColumnMap | null }
export type ReadAnswer = {
  file?: LabFile
  headers?: string[]
  /** Why nothing was read. */
  problem?: string
  /** Of the program. */
  fault?: string
}

const MB = 1024 * 1024
/** What is unpacked lies outside the heap, whose limit does not count it. */
const MOST_UNPACKED = 256 * MB
const LOOK_MS = 20

parentPort?.on('message', async ({ bytes, map }: ReadJob) => {
  const watch = setInterval(() => {
    if (process.memoryUsage().external > MOST_UNPACKED) process.exit(1)
  }, LOOK_MS)
  const answer = await answerTo(Buffer.from(bytes), map)
  clearInterval(watch)
  parentPort?.postMessage(answer)
})

async function answerTo(bytes: Buffer, map: ColumnMap | null): Promise<ReadAnswer> {
  try {
    if (map === null) return { headers: await parseHeaders(bytes) }
    return { file: await parseLabFile(bytes, map) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
