import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.tsx'
import { isNoConnection, NOT_SENT } from './no-connection.ts'
import { refusalText } from './refusal-text.ts'

/** Of a button: sends `write`, says why it was refused, and loads the screen's data again. */
export function useAction(write: () => Promise<unknown>) {
  const revalidator = useRevalidator()
  const [isPending, setPending] = useState(false)
  async function run() {
    setPending(true)
    try {
      await write()
    } catch (error) {
      if (isNoConnection(error)) {
        toast({ text: NOT_SENT, tone: 'error' })
        return setPending(false)
      }
      if (!(error instanceof ApiError)) throw error
      toast({ text: refusalText(error), tone: 'error' })
    }
    await revalidator.revalidate()
    setPending(false)
  }
  return { isPending, run }
}
