import { RouterContextProvider } from 'react-router'
import type { Api } from '../../domain/api.ts'
import {
  ApiError,
  get,
  type OptionsLeft,
  type Read,
  type ReadOptions,
  send,
  type Write,
  type WriteOptions,
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
  const rows = await withSignIn(async () => {
    const response = await fetch(address, { headers: { accept: 'text/csv' } })
    if (response.ok) return response.blob()
    throw new ApiError(response.status, Object(await response.json().catch(() => ({}))))
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(rows)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
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
