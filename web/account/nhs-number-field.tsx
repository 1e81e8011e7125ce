import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { groupNhsNumber, keepNhsDigits, looksMistyped } from '../../domain/nhs-number.ts'
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
 * An NHS number: the box keeps digits, at most ten, and says so when anything else is typed (spec §5).
 * Spaces and dashes go without a word; it is grouped when the field is left. A number that fails its
 * check digit only asks for a second look, and goes through (design §6). Neither waits until the field
 * is left, because what appears then moves the next field from under the pointer.
 */
export function NhsNumberField(props: Props) {
  const { error, defaultValue = '', isSpoken, isRepeated, onType, onLeave, ...field } = props
  const [shown, setShown] = useState(defaultValue)
  const [isRefused, setRefused] = useState(false)
  const { digits } = keepNhsDigits(shown)

  function keepDigits({ target }: ChangeEvent<HTMLInputElement>) {
    const kept = keepNhsDigits(target.value)
    if (kept.digits !== target.value) {
      const before = target.value.slice(0, target.selectionStart ?? undefined)
      const caret = keepNhsDigits(before).digits.length
      // Left to React, the caret would jump to the end.
      target.value = kept.digits
      target.setSelectionRange(caret, caret)
    }
    setShown(kept.digits)
    setRefused(kept.isRefused)
    onType?.(kept.digits)
  }

  return (
    <div className={styles.nhs}>
      <TextField
        {...field}
        error={isRefused ? ONLY_DIGITS : error}
        isSpoken={isRefused || isSpoken}
        width={10}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={keepDigits}
        onBlur={() => {
          setShown(groupNhsNumber(digits))
          onLeave?.()
        }}
      />
      <div role="status">
        {looksMistyped(digits) && !isRepeated && (
          <p className={styles.advice}>
            <Icon name="warning" />
            <span>Please check this number</span>
          </p>
        )}
      </div>
    </div>
  )
}

const ONLY_DIGITS = 'Please enter only digits (max 10).'
