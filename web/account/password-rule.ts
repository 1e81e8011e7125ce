import { useEffect, useState } from 'react'
import { PASSWORD_MIN_LENGTH, STAFF_PASSWORD_MIN_LENGTH } from '../../domain/passwords.ts'

let asked: Promise<number> | undefined

/** Shortest password that the service takes, in characters; of staff when `isStaff`. */
export function usePasswordMinLength({ isStaff = false } = {}): number {
  const [minLength, setMinLength] = useState(PASSWORD_MIN_LENGTH)
  useEffect(() => {
    asked ??= askService()
    asked.then(setMinLength)
  }, [])
  return isStaff ? Math.max(minLength, STAFF_PASSWORD_MIN_LENGTH) : minLength
}

/** A hosted service does not say; it then judges alone, as it does when it cannot be asked. */
async function askService(): Promise<number> {
  try {
    const { password_min_length: told } = await (await fetch('/auth/v1/settings')).json()
    return typeof told === 'number' ? told : PASSWORD_MIN_LENGTH
  } catch {
    return PASSWORD_MIN_LENGTH
  }
}
