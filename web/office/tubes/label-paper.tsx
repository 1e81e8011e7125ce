import { useState } from 'react'
import {
  hasRoomForName,
  isSheet,
  LABEL_LAYOUTS,
  LAYOUT_IDS,
  type LayoutId,
  layoutOf,
} from '../../../domain/office/label-layouts.ts'
import type { LabelPaper } from '../../../domain/office/tube-schemas.ts'
import { Checkbox, RadioGroup } from '../../ui/choices.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { textIn } from '../parts/office-form.tsx'

/** Which labels are in the printer, and where the first one is printed. */
export function LabelPaperFields({
  hasSlips,
  errorOf,
}: {
  /** Each number has a label for the member's slip. */
  hasSlips: boolean
  errorOf: (name: string) => string | undefined
}) {
  const [layout, setLayout] = useState<LayoutId>(LAYOUT_IDS[0] ?? 'a4-65')
  const { columns, rows } = layoutOf(layout)
  return (
    <>
      <SelectField
        name="layout"
        label="Labels in the printer"
        hint="The label size and the number on each sheet are on the box. Print at 100%. Do not use ‘Fit to page’."
        options={LABEL_LAYOUTS.map(({ id, name }) => ({ value: id, label: name }))}
        value={layout}
        onChange={({ currentTarget: { value } }) =>
          setLayout(LAYOUT_IDS.find((id) => id === value) ?? layout)
        }
      />
      {isSheet(layoutOf(layout)) && (
        <TextField
          name="start"
          label="First unused label on the sheet"
          hint={`For a part-used sheet. Count from the top left, along each row: 1 to ${columns * rows}.`}
          inputMode="numeric"
          autoComplete="off"
          width={4}
          defaultValue="1"
          error={errorOf('start')}
        />
      )}
      {hasSlips ? (
        <p>
          Each number is printed twice: CHP for the tube, and SLIP with CHS for the member’s slip.
        </p>
      ) : (
        <RadioGroup
          name="copies"
          label="Labels for each number"
          options={[
            { value: '1', label: 'One, for the tube' },
            { value: '2', label: 'Two, for the tube and a form' },
          ]}
          defaultValue="1"
        />
      )}
      {hasRoomForName(layoutOf(layout)) && (
        <Checkbox name="name_lines" optional>
          With lines to write name and date of birth on. Most laboratories ask for both on the tube.
        </Checkbox>
      )}
    </>
  )
}

export function checkLabelPaper(typed: FormData): FieldError[] {
  const layout = layoutIn(typed)
  const places = layout ? layoutOf(layout).columns * layoutOf(layout).rows : 0
  const start = startIn(typed)
  const isRight = Number.isInteger(start) && start >= 1 && start <= places
  return isRight ? [] : [{ field: 'start', message: `Enter a number from 1 to ${places}.` }]
}

/** Null for what `checkLabelPaper` refuses. */
export function labelPaperIn(typed: FormData): LabelPaper | null {
  const layout = layoutIn(typed)
  if (!layout) return null
  const paper = { layout, start: startIn(typed), copies: Number(textIn(typed, 'copies') || 1) }
  return typed.has('name_lines') ? { ...paper, name_lines: true } : paper
}

function layoutIn(typed: FormData): LayoutId | undefined {
  return LAYOUT_IDS.find((id) => id === textIn(typed, 'layout'))
}

/** A roll has no such field. */
function startIn(typed: FormData): number {
  return typed.has('start') ? Number(textIn(typed, 'start') || Number.NaN) : 1
}
