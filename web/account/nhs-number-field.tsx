import { type ChangeEvent, type ComponentProps, useState } from 'react'
import { cleanNhsInput, groupNhsNumber, looksMistyped } from '../../domain/nhs-number.ts'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './account.module.css'

type Props = {
  name: string
  label: string
  hint?: string
  error: string | undefined
  optional?: boolean
  defaultValue?: string
  /** Announces the error itself, where no ErrorSummary takes the focus. */
  isAnnounced?: boolean
  /** Omits the check-digit hint, which the first field shows. */
  isRepeated?: boolean
  onDigitsChange?: (typed: string) => void
  onBlur?: () => void
} & Pick<ComponentProps<'input'>, 'onPaste' | 'onDrop' | 'onCopy' | 'onCut'>

/** A wrong check digit shows a hint (rules §2.3) while typing; on blur it would move the next field. */
export function NhsNumberField(props: Props) {
  const {
    error,
    defaultValue = '',
    isAnnounced,
    isRepeated,
    onDigitsChange,
    onBlur,
    ...field
  } = props
  const [shown, setShown] = useState(defaultValue)
  const [isRefused, setRefused] = useState(false)
  const { digits } = cleanNhsInput(shown)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const cleaned = cleanNhsInput(target.value)
    if (cleaned.digits !== target.value) {
      const before = target.value.slice(0, target.selectionStart ?? undefined)
      const caret = cleanNhsInput(before).digits.length
      // React alone would move the caret to the end.
      target.value = cleaned.digits
      target.setSelectionRange(caret, caret)
    }
    setShown(cleaned.digits)
    setRefused(cleaned.isRefused)
    onDigitsChange?.(cleaned.digits)
  }

  return (
    <div className={styles.nhs}>
      <TextField
        {...field}
        error={isRefused ? ONLY_DIGITS : error}
        isAnnounced={isRefused || isAnnounced}
        width={10}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={shown}
        onChange={handleChange}
        onBlur={() => {
          setShown(groupNhsNumber(digits))
          onBlur?.()
        }}
      />
      <div role="status">
        {looksMistyped(digits) && !isRepeated && !error && (
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
