import { type ComponentProps, useState } from 'react'
import {
  groupNhsNumber,
  isNhsNumber,
  looksMistyped,
  onlyNhsDigits,
} from '../../domain/nhs-number.ts'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './account.module.css'

type Props = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  optional?: boolean
  /** What stands in the box at first. */
  defaultValue?: string
  /** The error is spoken as it appears: where no ErrorSummary takes the focus. */
  isSpoken?: boolean
  /** No second look is asked for: the number stands in another field as well, which asks. */
  isRepeated?: boolean
  onType?: (typed: string) => void
  onLeave?: () => void
} & Pick<ComponentProps<'input'>, 'onPaste' | 'onDrop' | 'onCopy' | 'onCut'>

/**
 * An NHS number, typed with or without spaces. What is no digit is pointed out while typing; a number
 * that fails its check digit only asks for a second look, and goes through (design §6). Neither waits
 * until the field is left, because what appears then moves the next field from under the pointer.
 */
export function NhsNumberField(props: Props) {
  const { error, defaultValue = '', isRepeated, onType, onLeave, ...field } = props
  const [typed, setTyped] = useState(defaultValue)
  const digits = onlyNhsDigits(typed)
  const mayBeMistyped = digits !== null && looksMistyped(digits) && !isRepeated

  function group() {
    if (digits !== null && isNhsNumber(digits)) setTyped(groupNhsNumber(digits))
  }

  return (
    <div className={styles.nhs}>
      <TextField
        {...field}
        error={digits === null ? 'Please enter only digits (max 10).' : error}
        width={10}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          onType?.(event.target.value)
        }}
        onBlur={() => {
          group()
          onLeave?.()
        }}
      />
      <div role="status">
        {mayBeMistyped && (
          <p className={styles.advice}>
            <Icon name="warning" />
            <span>Please check this number</span>
          </p>
        )}
      </div>
    </div>
  )
}
