import { useEffect, useState } from 'react'
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '../../domain/passwords.ts'

let asked: Promise<number> | undefined

/** The shortest password in characters that the service accepts; `isStaff` for staff accounts. */
export function usePasswordMinLength({ isStaff = false } = {}): number {
  const [minLength, setMinLength] = useState(PASSWORD_MIN_LENGTH)
  useEffect(() => {
    asked ??= askService()
    asked.then(setMinLength)
  }, [])
  return isStaff ? Math.max(minLength, STAFF_PASSWORD_MIN_LENGTH) : minLength
}

/** Falls back to the default: a hosted service does not publish its minimum. */
async function askService(): Promise<number> {
  try {
    const { password_min_length: told } = await (await fetch('/auth/v1/settings')).json()
    return typeof told === 'number' ? told : PASSWORD_MIN_LENGTH
  } catch {
    return PASSWORD_MIN_LENGTH
  }
}
