import type { LabelBatch } from '../../../domain/office/tube-schemas.ts'
import { Modal } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { download } from '../api.ts'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { checkLabelPaper, LabelPaperFields, labelPaperIn } from './label-paper.tsx'

type Props = {
  eventId: number
  batch: LabelBatch
  numbers: string
  hasSlips: boolean
  onClose: () => void
}

/** The same numbers, for a sheet that is lost or spoilt. */
export function PrintAgain({ eventId, batch, numbers, hasSlips, onClose }: Props) {
  async function print(typed: FormData) {
    const paper = labelPaperIn(typed)
    if (!paper) return
    const call = 'POST /api/office/days/:id/labels/:batch/again'
    await download(call, `labels-${eventId}-again.pdf`, {
      params: { id: eventId, batch: batch.id },
      body: { ...paper, reason: textIn(typed, 'reason') },
    })
    toast({ text: 'The labels are in your downloads.', tone: 'success' })
    onClose()
  }
  return (
    <Modal title="Print the same numbers again" onClose={onClose}>
      <p>
        {numbers}
        {batch.used > 0 && `, without the ${batch.used} that are on a tube`}. If you still have the
        first sheet, destroy it. Two tubes must never have the same number.
      </p>
      <OfficeForm
        submit="Print again"
        check={(typed) => [
          ...missingFields(typed, { reason: 'Say what happened to the first sheet.' }),
          ...checkLabelPaper(typed),
        ]}
        send={print}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <ReasonField
              label="What happened to the first sheet?"
              maxLength={200}
              error={errorOf('reason')}
            />
            <LabelPaperFields hasSlips={hasSlips} errorOf={errorOf} />
          </>
        )}
      </OfficeForm>
    </Modal>
  )
}
