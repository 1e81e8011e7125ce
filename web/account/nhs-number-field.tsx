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
 * that fails its check digit only asks for a second look, and goes through (design §6).
 */
export function NhsNumberField({ error, ...words }: Props) {
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const digits = onlyNhsDigits(typed)
  const mayBeMistyped = isLeft && digits !== null && looksMistyped(digits)

  function leave() {
    setLeft(true)
    if (digits !== null && isNhsNumber(digits)) setTyped(groupNhsNumber(digits))
  }

  return (
    <div>
      <TextField
        {...words}
        error={digits === null ? 'Please enter only digits (max 10).' : error}
        width={10}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setLeft(false)
        }}
        onBlur={leave}
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
