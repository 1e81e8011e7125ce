import { useEffect, useState } from 'react'
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '../../domain/passwords.ts'

let request: Promise<number> | undefined

export function usePasswordMinLength({ isStaff = false } = {}): number {
  const [minLength, setMinLength] = useState(PASSWORD_MIN_LENGTH)
  useEffect(() => {
    request ??= fetchMinLength()
    request.then(setMinLength)
  }, [])
  return isStaff ? Math.max(minLength, STAFF_PASSWORD_MIN_LENGTH) : minLength
}

/** A hosted service does not publish its minimum. */
async function fetchMinLength(): Promise<number> {
  try {
    const { password_min_length: minLength } = await (await fetch('/auth/v1/settings')).json()
    return typeof minLength === 'number' ? minLength : PASSWORD_MIN_LENGTH
  } catch {
    return PASSWORD_MIN_LENGTH
  }
}
