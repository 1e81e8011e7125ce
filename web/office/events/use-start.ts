import { useNavigate } from 'react-router'
import { usePreview } from '../parts/use-preview.ts'

/** usePreview of what is done to many members: `start` sends it once and opens its progress. */
export function useStart<Shown>() {
  const { shown, setShown, sendOnce } = usePreview<Shown>()
  const navigate = useNavigate()

  async function start(body: object, send: (idempotencyKey: string) => Promise<object>) {
    const started = await sendOnce(body, send)
    if ('bulk_action_id' in started) await navigate(`/bulk-actions/${started.bulk_action_id}`)
  }
  return { shown, setShown, start }
}
