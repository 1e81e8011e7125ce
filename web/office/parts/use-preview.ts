import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

/**
 * Of a screen that previews what it does: what it shows, and `sendOnce`, which sends it once. A preview that
 * is out of date is shown no longer, and the refusal is thrown on.
 */
export function usePreview<Shown>() {
  const [shown, setShown] = useState<Shown | null>(null)
  const keyOf = useIdempotencyKey()

  async function sendOnce<Answer>(
    body: object,
    send: (idempotencyKey: string) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await send(keyOf(body))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'preview_outdated') setShown(null)
      throw error
    }
  }
  return { shown, setShown, sendOnce }
}

/** `sendOnce` of usePreview. */
export type SendOnce = ReturnType<typeof usePreview>['sendOnce']
