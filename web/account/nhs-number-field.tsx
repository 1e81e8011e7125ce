import { useState } from 'react'
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
  hint: string
  error: string | undefined
  optional?: boolean
}

/**
 * An NHS number, typed with or without spaces. What is no digit is pointed out while typing; a number
 * that fails its check digit only asks for a second look, and goes through (design §6). Neither waits
 * until the field is left, because what appears then moves the next field from under the pointer.
 */
export function NhsNumberField({ error, ...words }: Props) {
  const [typed, setTyped] = useState('')
  const digits = onlyNhsDigits(typed)
  const mayBeMistyped = digits !== null && looksMistyped(digits)

  function group() {
    if (digits !== null && isNhsNumber(digits)) setTyped(groupNhsNumber(digits))
  }

  return (
    <div className={styles.nhs}>
      <TextField
        {...words}
        error={digits === null ? 'Please enter only digits (max 10).' : error}
        width={10}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={group}
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
