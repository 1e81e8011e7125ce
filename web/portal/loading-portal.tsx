import { NeedsScript } from '../booking/needs-script.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** What a page of the portal shows until it has loaded; `children` says what loads. */
export function LoadingPortal({ children }: { children: string }) {
  return (
    <Wrap>
      <div data-portal="">
        <Spinner>{children}</Spinner>
        <NeedsScript />
      </div>
    </Wrap>
  )
}
