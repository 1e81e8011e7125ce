import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { ApiError } from '../../api.ts'
import { alert, confirm } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { refusalText } from '../parts/refusal-text.ts'
import { useReportDone } from '../parts/use-report-done.ts'

/** Deletes a draft, or makes a published event a draft again. */
export function useWithdraw({ event_id: id, event_name: name, version }: OfficeEvent) {
  const [isPending, setPending] = useState(false)
  const reportDone = useReportDone()
  const navigate = useNavigate()
  const params = { id }

  async function unpublish() {
    const isSure = await confirm({
      title: `Unpublish ${name}?`,
      text: 'It becomes a draft again, and nobody but staff can see it. This is possible only until somebody has booked or held a place.',
      yes: 'Unpublish',
      no: 'Keep it published',
    })
    if (!isSure) return
    await withRefusal(`${name} stays published`, async () => {
      await write('POST /api/office/events/:id/unpublish', { params })
      await reportDone('The event is a draft again.')
    })
  }

  async function discard() {
    const isSure = await confirm({
      title: `Delete the draft of ${name}?`,
      text: 'It leaves every list, and you cannot undo this. The log keeps what it was.',
      yes: 'Delete the draft',
      no: 'Keep it',
    })
    if (!isSure) return
    await withRefusal('The draft has not been deleted', async () => {
      await write('POST /api/office/events/:id/discard', { params, body: { version } })
      toast({ text: 'The draft has been deleted.', tone: 'success' })
      await navigate('/events?tab=draft')
    })
  }

  async function withRefusal(title: string, act: () => Promise<void>) {
    setPending(true)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await alert({ title, text: refusalText(error), tone: 'warn' })
    } finally {
      setPending(false)
    }
  }
  return { isPending, unpublish, discard }
}
