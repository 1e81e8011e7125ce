import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { KeyedLink } from '../../domain/keyed-link-shapes.ts'
import type { KeyedLinkKind } from '../../domain/keyed-links.ts'

type Owned = {
  ForOwner: ComponentType<{ link: KeyedLink; children: ReactNode }>
  link: KeyedLink
}

/** For a page whose link has its token in the query, and which the server renders without it. */
export function TokenLink({ kind, children }: { kind: KeyedLinkKind; children: ReactNode }) {
  const [owned, setOwned] = useState<Owned | null>(null)
  useEffect(() => {
    const key = new URLSearchParams(location.search).get('token')
    if (key === null) return
    import('./for-owner.tsx').then(
      ({ ForOwner }) => setOwned({ ForOwner, link: { kind, key } }),
      // The page works without the line that says whom it is for.
      () => setOwned(null),
    )
  }, [kind])
  if (!owned) return children
  return <owned.ForOwner link={owned.link}>{children}</owned.ForOwner>
}
