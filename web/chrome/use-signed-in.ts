import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isSignedIn as isSignedInNow } from '../signed-in.ts'

/**
 * Whether the visitor has signed in, by the readable cookie that the server sets beside the
 * session. False in the markup, which is the same for everyone; known after hydration.
 */
export function useSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and out both change the page
  useEffect(() => setSignedIn(isSignedInNow()), [key])
  return isSignedIn
}
