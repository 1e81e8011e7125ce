import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api.ts'
import { useIdempotencyKey } from '../parts/use-idempotency-key.ts'

/**
 * Of a screen that previews what it does to many members: what it shows, and `start`, which sends it once and
 * opens its progress. A preview that is out of date is shown no longer, and the refusal is thrown on.
 */
export function useStart<Shown>() {
  const [shown, setShown] = useState<Shown | null>(null)
  const navigate = useNavigate()
  const keyOf = useIdempotencyKey()

  async function start(body: object, send: (idempotencyKey: string) => Promise<object>) {
    try {
      const started = await send(keyOf(body))
      if ('bulk_action_id' in started) await navigate(`/bulk-actions/${started.bulk_action_id}`)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'preview_outdated') setShown(null)
      throw error
    }
  }
  return { shown, setShown, start }
}
