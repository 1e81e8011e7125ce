import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

/** Minimum time in ms for 'Loading events' (spec §9). */
const SHOWN_FOR = 1500

/**
 * Whether a search made in this browser is running. Never true for rows rendered on the server
 * (design §6).
 */
export function useSearchRunning(): boolean {
  const isAsking = useNavigation().formData !== undefined
  const [askedAt, setAskedAt] = useState<number | null>(null)

  useEffect(() => {
    if (isAsking) setAskedAt(Date.now())
  }, [isAsking])

  useEffect(() => {
    if (isAsking || askedAt === null) return
    const timer = setTimeout(() => setAskedAt(null), askedAt + SHOWN_FOR - Date.now())
    return () => clearTimeout(timer)
  }, [isAsking, askedAt])

  return isAsking || askedAt !== null
}
