import { RouterContextProvider } from 'react-router'
import type { Api } from '../../domain/endpoints/index.ts'
import {
  ApiError,
  get,
  type OptionsLeft,
  type Read,
  type ReadOptions,
  readResponse,
  send,
  type Write,
  type WriteOptions,
  withSession,
} from '../api.ts'
import { lock, untilUnlocked } from './lock.ts'

/** As `get` of the site. When the session is over it waits for a new sign-in. */
export function read<K extends Read>(
  call: K,
  ...options: OptionsLeft<ReadOptions<K>>
): Promise<Api[K]['response']> {
  return withSignIn(() => get(new RouterContextProvider(), call, ...options))
}

/** As `send` of the site. When the session is over it waits for a new sign-in. */
export function write<K extends Write>(
  call: K,
  ...options: OptionsLeft<WriteOptions<K>>
): Promise<Api[K]['response']> {
  return withSignIn(() => send(call, ...options))
}

/** Saves the list at this address of the API as a CSV file. Throws ApiError. */
export async function downloadCsv(address: string, fileName: string): Promise<void> {
  const headers = { accept: 'text/csv' }
  const rows: Blob = await withSignIn(async () => {
    const response = await withSession(() => fetch(address, { headers }))
    return response.ok ? response.blob() : readResponse(response)
  })
  saveFile(rows, fileName)
}

/** Saves the PDF at this address of the API, which `body` is sent to. Throws ApiError. */
export async function downloadPdf(
  address: string,
  { fileName, body }: { fileName: string; body?: object },
): Promise<void> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const pdf: Blob = await withSignIn(async () => {
    const response = await withSession(() => fetch(address, sent))
    return response.ok ? response.blob() : readResponse(response)
  })
  saveFile(pdf, fileName)
}

/** Offers it as a download. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A file that the API makes again with each call. Throws ApiError. */
export function makeFile(address: string): Promise<Blob> {
  return withSignIn(async () => {
    const response = await fetch(address, { method: 'POST' })
    if (response.ok) return response.blob()
    throw new ApiError(response.status, Object(await response.json().catch(() => ({}))))
  })
}

/** Sends a CSV file as the body to this address of the API. Throws ApiError. */
export function uploadCsv<T>(address: string, file: File): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'text/csv' }
  return withSignIn(async () =>
    readResponse(await withSession(() => fetch(address, { method: 'POST', headers, body: file }))),
  )
}

/** Sends a form with a file to this address of the API. Throws ApiError. */
export function uploadForm<T>(address: string, form: FormData): Promise<T> {
  const headers = { accept: 'application/json' }
  return withSignIn(async () =>
    readResponse(await withSession(() => fetch(address, { method: 'POST', headers, body: form }))),
  )
}

export function asksForSignIn({ status, code }: ApiError): boolean {
  return status === 401 || code === 'second_factor_required'
}

async function withSignIn<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError) || !asksForSignIn(error)) throw error
    lock('ended')
    await untilUnlocked()
    return withSignIn(call)
  }
}
