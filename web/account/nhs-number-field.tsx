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
  /** Omits the check-digit hint, because another field with the same number shows it. */
  isRepeated?: boolean
  onType?: (typed: string) => void
  onLeave?: () => void
} & Pick<ComponentProps<'input'>, 'onPaste' | 'onDrop' | 'onCopy' | 'onCut'>

/**
 * Keeps at most ten digits and announces anything else (spec §5); a failed check digit only shows
 * a hint (design §6). Both appear while typing, because a hint on blur would move the next field.
 */
export function NhsNumberField(props: Props) {
  const { error, defaultValue = '', isAnnounced, isRepeated, onType, onLeave, ...field } = props
  const [shown, setShown] = useState(defaultValue)
  const [isRefused, setRefused] = useState(false)
  const { digits } = cleanNhsInput(shown)

  function keepDigits({ target }: ChangeEvent<HTMLInputElement>) {
    const kept = cleanNhsInput(target.value)
    if (kept.digits !== target.value) {
      const before = target.value.slice(0, target.selectionStart ?? undefined)
      const caret = cleanNhsInput(before).digits.length
      // React alone would move the caret to the end.
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
        isAnnounced={isRefused || isAnnounced}
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
