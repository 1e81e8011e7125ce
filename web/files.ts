import type { Call } from '../domain/endpoints/index.ts'
import {
  addressOf,
  type FileOptions,
  type OptionsLeft,
  readResponse,
  requestOf,
  withSession,
} from './api.ts'

/** The file that the call answers with. For the browser only. Throws ApiError. */
export function fetchFile<K extends Call>(
  call: K,
  ...[options]: OptionsLeft<FileOptions<K>>
): Promise<Blob> {
  return readFile(() => fetch(addressOf(call, options), requestOf(call, options)))
}

export async function readFile(request: () => Promise<Response>): Promise<Blob> {
  const response = await withSession(request)
  return response.ok ? response.blob() : readResponse(response)
}

/** Offers it as a download. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
