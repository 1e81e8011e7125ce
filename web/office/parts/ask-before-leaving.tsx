import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../ui/dialog.tsx'

/** While it is rendered, a link or Back to another screen asks first; `isLeaving` lets it pass. */
export function AskBeforeLeaving({ isLeaving }: { isLeaving: RefObject<boolean> }) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      !isLeaving.current && from.pathname !== to.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      title: 'Leave without saving?',
      text: 'You will lose what you have typed here.',
      yes: 'Leave',
      no: 'Stay here',
    }).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  return null
}
