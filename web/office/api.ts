import { RouterContextProvider } from 'react-router'
import type { Api, FileCall } from '../../domain/endpoints/index.ts'
import type { List } from '../../domain/office/contract.ts'
import {
  ApiError,
  addressOf,
  type FileOptions,
  get,
  type OptionsLeft,
  type Params,
  type Read,
  type ReadOptions,
  readResponse,
  requestOf,
  send,
  type Write,
  type WriteOptions,
  withSession,
} from '../api.ts'
import { fetchFile, readFile, saveFile } from '../files.ts'
import { lock, untilUnlocked } from './lock.ts'

type Filled<Path> = Path extends `${infer Start}:${string}/${infer Rest}`
  ? `${Start}${string}/${Filled<Rest>}`
  : Path extends `${infer Start}:${string}`
    ? `${Start}${string}`
    : Path
/** The address of a list, which is a CSV file too. */
export type ListAddress = {
  [K in Read]: [K, Api[K]['response']] extends [`GET /api/office/${infer Path}`, List<object>]
    ? `/api/office/${Filled<Path>}`
    : never
}[Read]

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

/** Saves the list at this address, with its search, as a CSV file. Throws ApiError. */
export async function downloadCsv(
  address: ListAddress,
  { search = '', fileName }: { search?: string; fileName: string },
): Promise<void> {
  const request = () => fetch(address + search, { headers: { accept: 'text/csv' } })
  saveFile(await withSignIn(() => readFile(request)), fileName)
}

/** Saves the file that the call answers with. Throws ApiError. */
export async function download<K extends FileCall>(
  call: K,
  fileName: string,
  ...options: OptionsLeft<FileOptions<K>>
): Promise<void> {
  saveFile(await withSignIn(() => fetchFile(call, ...options)), fileName)
}

/** Sends a form with a file, or a CSV file alone, as the body of the call. Throws ApiError. */
export function upload<K extends Write>(
  call: K,
  body: FormData | File,
  ...[options]: OptionsLeft<Params<K>>
): Promise<Api[K]['response']> {
  const request = requestOf(call, undefined)
  request.headers.set('accept', 'application/json')
  if (body instanceof File) request.headers.set('content-type', 'text/csv')
  return withSignIn(async () =>
    readResponse(await withSession(() => fetch(addressOf(call, options), { ...request, body }))),
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
