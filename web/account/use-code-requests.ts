import { useState } from 'react'
import { ApiError } from '../api.ts'
import { unexpected } from '../ui/form-text.ts'

/**
 * For a form whose code is sent and then typed, one request at a time: `error` is about the typed code, which
 * the server refuses as `wrongCode`, and `problem` about anything else. `onSessionEnd` is called where the
 * session ended meanwhile.
 */
export function useCodeRequests(
  wrongCode: string,
  { onSessionEnd }: { onSessionEnd?: () => Promise<void> } = {},
) {
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(work: () => Promise<void>) {
    if (isPending) return
    setError(null)
    setProblem(null)
    setPending(true)
    try {
      await work()
    } catch (failure) {
      if (!(failure instanceof ApiError)) setProblem(unexpected())
      else if (failure.status === 401 && onSessionEnd) await onSessionEnd()
      else if (failure.code === wrongCode) setError(failure.message)
      else setProblem(failure.message)
    } finally {
      setPending(false)
    }
  }

  return { isPending, error, setError, problem, run }
}
