import { useState } from 'react'
import { DECISIONS, type OtherMoney } from '../../../domain/office/reconciliation-schemas.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { write } from '../api.ts'
import { counted } from '../events/event-text.ts'
import { DataTable } from '../parts/data-table.tsx'
import { missingFields, OfficeForm, textIn } from '../parts/office-form.tsx'
import { ReasonField } from '../parts/reason-form.tsx'
import { useReportDone } from '../parts/use-report-done.ts'
import { amountText, DECISION_LABELS } from './reconciliation-text.ts'

/** Money of the same account that is not the site's, a line for each kind, decided together. */
export function OtherMoneyKinds({ kinds }: { kinds: readonly OtherMoney[] }) {
  const [open, setOpen] = useState<string | null>(null)
  const chosen = kinds.find((kind) => keyOf(kind) === open)
  return (
    <>
      <DataTable
        caption="Money that no payment on this site has"
        hideCaption
        rows={kinds}
        rowKey={keyOf}
        columns={[
          { label: 'PayPal calls it', cell: ({ type }) => type },
          { label: 'How many', align: 'end', cell: ({ count }) => count },
          {
            label: 'Together',
            align: 'end',
            cell: ({ pence, currency }) => amountText(pence, currency),
          },
          {
            label: 'Decide',
            cell: (kind) => (
              <Button kind="quiet" onClick={() => setOpen(keyOf(kind))}>
                Decide these {kind.ids.length}
              </Button>
            ),
          },
        ]}
      />
      {chosen && (
        <DecideTogether
          key={keyOf(chosen)}
          ids={chosen.ids}
          what={`${counted(chosen.ids.length, 'difference')}, ${chosen.type}`}
          close={() => setOpen(null)}
        />
      )}
    </>
  )
}

function keyOf({ type, currency }: OtherMoney): string {
  return `${type} ${currency}`
}

/** One decision and one reason for several open differences. */
export function DecideTogether({
  ids,
  what,
  close,
}: {
  ids: readonly number[]
  what: string
  close: () => void
}) {
  const reportDone = useReportDone()
  const decisionIn = (typed: FormData) =>
    DECISIONS.find((decision) => decision === textIn(typed, 'decision'))
  return (
    <OfficeForm
      submit={`Decide these ${ids.length}`}
      check={(typed) => [
        ...(decisionIn(typed) ? [] : [{ field: 'decision', message: 'Choose what they are.' }]),
        ...missingFields(typed, { reason: 'Say why.' }),
      ]}
      send={async (typed) => {
        const decision = decisionIn(typed)
        if (!decision) return
        const { decided } = await write('POST /api/office/money-differences/decisions', {
          body: { ids: [...ids], decision, reason: textIn(typed, 'reason') },
        })
        close()
        await reportDone(`Your decision on ${counted(decided, 'difference')} has been saved.`)
      }}
    >
      {(errorOf) => (
        <>
          <RadioGroup
            name="decision"
            label={`What they are: ${what}`}
            options={DECISIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
            error={errorOf('decision')}
          />
          <ReasonField label="Why" error={errorOf('reason')} />
          <TextButton onClick={close}>Do not decide them now</TextButton>
        </>
      )}
    </OfficeForm>
  )
}
