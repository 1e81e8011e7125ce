import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isSignedIn as isSignedInNow } from '../signed-in.ts'

/** False until hydration, because the markup is the same for everyone. */
export function useSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and out both change the page
  useEffect(() => setSignedIn(isSignedInNow()), [key])
  return isSignedIn
}
