import { type ComponentProps, lazy, Suspense } from 'react'
import { Helpline } from './helpline.tsx'

const load = () => import('./access-code-dialog.tsx')

// A thrown failure would replace the whole page.
const AccessCodeDialog = lazy(() =>
  load().then(
    (loaded) => ({ default: loaded.AccessCodeDialog }),
    () => ({ default: Unreachable }),
  ),
)

export function LazyAccessCodeDialog(props: ComponentProps<typeof AccessCodeDialog>) {
  return (
    <Suspense>
      <AccessCodeDialog {...props} />
    </Suspense>
  )
}

export function preloadAccessCodeDialog(): void {
  load().catch(() => undefined)
}

function Unreachable() {
  return (
    <p role="alert">
      We could not reach our booking system. Please reload this page, or call <Helpline />.
    </p>
  )
}
