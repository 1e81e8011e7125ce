import { decimalPounds } from '../../../domain/payments.ts'
import { TextField, type TextFieldProps } from '../../ui/field.tsx'
import { textIn } from './office-form.tsx'
import { penceOf } from './pence-of.ts'

/** A sum of money in pounds, filled in with `pence`; penceIn reads what was typed. */
export function AmountField({
  label = 'Amount in pounds',
  pence,
  ...field
}: Pick<TextFieldProps, 'name' | 'hint' | 'error'> & {
  label?: string
  pence?: number | undefined
}) {
  return (
    <TextField
      {...field}
      label={label}
      width={10}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={pence === undefined ? '' : decimalPounds(pence)}
    />
  )
}

/** Null for anything but a sum. */
export function penceIn(typed: FormData, name: string): number | null {
  return penceOf(textIn(typed, name))
}
