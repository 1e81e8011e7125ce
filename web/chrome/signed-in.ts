import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Whether the visitor has signed in, by the readable cookie that the server sets beside the session.
 * False in the markup, which is the same for everyone; known after hydration and after each page.
 */
export function useSignedIn(): boolean {
  const [isSignedIn, setSignedIn] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and out both change the page
  useEffect(() => setSignedIn(/(^|; )signed_in=1(;|$)/.test(document.cookie)), [key])
  return isSignedIn
}
