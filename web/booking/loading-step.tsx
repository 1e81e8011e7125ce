import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { NeedsScript } from './needs-script.tsx'

/** What the server renders of a step of the booking. */
export function LoadingStep({ children }: { children: string }) {
  return (
    <Wrap>
      <div data-booking="">
        <Spinner>{children}</Spinner>
        <NeedsScript />
      </div>
    </Wrap>
  )
}
