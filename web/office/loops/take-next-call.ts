import { write } from '../api.ts'

/** Takes the call that comes after this task in the list; returns the address of its screen. */
export async function takeNextCall(after: number | null): Promise<string> {
  const { id } = await write('POST /api/office/loops/next-call', { body: { after } })
  return id === null ? '/loops?tab=telephone' : `/loops/${id}`
}
