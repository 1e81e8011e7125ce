import type { Doubt, DoubtKind } from '../../../domain/office/event-doubts.ts'
import { ApiError } from '../../api.ts'
import { confirm } from '../../ui/dialog.tsx'

type Answer = { title: string; yes: string }

/** Sends, and when the server doubts something, asks once and sends again. A no is the refusal. */
export async function sendPastDoubts<T>(
  send: (acknowledged: DoubtKind[]) => Promise<T>,
  { title, yes }: Answer,
): Promise<T> {
  try {
    return await send([])
  } catch (error) {
    const doubts = error instanceof ApiError ? doubtsIn(error) : []
    if (doubts.length === 0) throw error
    const text = doubts.map(({ sentence }) => sentence).join(' ')
    if (!(await confirm({ title, text, yes, no: 'Go back' }))) throw error
    return send(doubts.map(({ kind }) => kind))
  }
}

export function doubtsIn({ code, body }: ApiError): Doubt[] {
  return code === 'doubts' && Array.isArray(body.doubts) ? body.doubts : []
}
