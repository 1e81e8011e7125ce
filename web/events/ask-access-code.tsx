import { type ComponentProps, lazy, Suspense } from 'react'
import { Helpline } from './helpline.tsx'

const load = () => import('./access-code-dialog.tsx')

// Thrown, a failure would take the whole page away; it is kept, so only loading anew asks again.
const AccessCodeDialog = lazy(() =>
  load().then(
    (loaded) => ({ default: loaded.AccessCodeDialog }),
    () => ({ default: Unreachable }),
  ),
)

/** The dialog for the access code, fetched when it is asked for: few readers have a code to type. */
export function AskAccessCode(props: ComponentProps<typeof AccessCodeDialog>) {
  return (
    <Suspense>
      <AccessCodeDialog {...props} />
    </Suspense>
  )
}

/** Fetches it when a pointer or the focus comes near, so that a press opens it at once. */
export function expectAccessCode(): void {
  // A failure shows when it is asked for.
  load().catch(() => undefined)
}

function Unreachable() {
  return (
    <p role="alert">
      We could not reach our booking system. Please load this page again, or ring <Helpline />.
    </p>
  )
}
