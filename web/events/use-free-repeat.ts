import { useEffect, useState } from 'react'
import { isSignedIn } from '../signed-in.ts'

/** Whether the member's next test is free; false until that is known. */
export function useFreeRepeat(): boolean {
  const [isFree, setFree] = useState(false)
  useEffect(() => {
    if (!isSignedIn()) return
    import('./read-free-repeat.ts')
      .then((part) => part.readFreeRepeat())
      // Without it the price is shown, and the times say what is to pay.
      .then(setFree, () => undefined)
  }, [])
  return isFree
}
