import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Minimum time in ms for 'Loading events' (rules §1.10). */
const MIN_SHOWN_MS = 1500

/** Never true for rows rendered on the server (rules §1.10). */
export function useSearchRunning(): boolean {
  const isLoading = useNavigation().formData !== undefined
  const [askedAt, setAskedAt] = useState<number | null>(null)

  useEffect(() => {
    if (isLoading) setAskedAt(Date.now())
  }, [isLoading])

  useEffect(() => {
    if (isLoading || askedAt === null) return
    const timer = setTimeout(() => setAskedAt(null), askedAt + MIN_SHOWN_MS - Date.now())
    return () => clearTimeout(timer)
  }, [isLoading, askedAt])

  return isLoading || askedAt !== null
}
