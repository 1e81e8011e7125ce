import { saveFile } from '../../files.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { write } from '../api.ts'
import { useAction } from '../parts/use-action.ts'

/** Downloads the copy of all data that a member asks for, without health data. */
export function CopyOfData({ memberId }: { memberId: number }) {
  const { isPending, run } = useAction(async () => {
    const data = await write('POST /api/office/members/:id/copy', { params: { id: memberId } })
    const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
    saveFile(file, `chaps-${memberId}.json`)
    toast({ text: 'The copy is in your downloads. It has no health data.', tone: 'success' })
  })
  return (
    <Button kind="quiet" pending={isPending} onClick={run}>
      Download a copy of all data
    </Button>
  )
}
