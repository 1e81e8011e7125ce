import { MOST_LABELS_AT_ONCE } from '../../../domain/office/label-count.ts'
import type { TubesOfDay } from '../../../domain/office/tube-schemas.ts'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { download } from '../api.ts'
import { OfficeForm, textIn } from '../parts/office-form.tsx'
import { checkLabelPaper, LabelPaperFields, labelPaperIn } from './label-paper.tsx'

/** New numbers: nobody had them before, and nobody gets them again. */
export function PrintLabels({ day, onPrinted }: { day: TubesOfDay; onPrinted: () => void }) {
  const { event_id: id, suggested } = day
  async function print(typed: FormData) {
    const paper = labelPaperIn(typed)
    if (!paper) return
    await download('POST /api/office/days/:id/labels', `labels-${id}.pdf`, {
      params: { id },
      body: { ...paper, count: countIn(typed) },
    })
    toast({ text: 'The labels are in your downloads.', tone: 'success' })
    onPrinted()
  }
  return (
    <>
      {suggested === 0 && (
        <p>
          You do not need any more labels for this day. If the laboratory has printed labels, scan
          those at the door.
        </p>
      )}
      <OfficeForm
        submit="Make the labels"
        check={(typed) => {
          const count = countIn(typed)
          const isRight = Number.isInteger(count) && count >= 1 && count <= MOST_LABELS_AT_ONCE
          const message = `Enter a number from 1 to ${MOST_LABELS_AT_ONCE}.`
          return [...(isRight ? [] : [{ field: 'count', message }]), ...checkLabelPaper(typed)]
        }}
        send={print}
      >
        {(errorOf) => (
          <>
            <TextField
              name="count"
              label="How many tubes"
              hint="One for each booking and likely walk-in, plus some spares."
              inputMode="numeric"
              autoComplete="off"
              width={4}
              defaultValue={suggested === 0 ? '' : String(suggested)}
              error={errorOf('count')}
            />
            <LabelPaperFields hasSlips={day.has_slips ?? false} errorOf={errorOf} />
          </>
        )}
      </OfficeForm>
    </>
  )
}

function countIn(typed: FormData): number {
  return Number(textIn(typed, 'count') || Number.NaN)
}
