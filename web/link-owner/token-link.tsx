import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { KeyedLink } from '../../domain/keyed-link-schemas.ts'
import type { KeyedLinkKind } from '../../domain/keyed-links.ts'
import { Wrap } from '../ui/layout.tsx'
import styles from './for-owner.module.css'

type Owned = {
  ForOwner: ComponentType<{ link: KeyedLink; shown: string | null; children: ReactNode }>
  link: KeyedLink
}

type Props = {
  kind: KeyedLinkKind
  /** The owner, where the server rendered the page for this link. */
  owner: string | null
  children: ReactNode
}

/** For a page whose link has its token in the query. Says whom it is for also without scripts. */
export function TokenLink({ kind, owner, children }: Props) {
  const [owned, setOwned] = useState<Owned | null>(null)
  useEffect(() => {
    const key = new URLSearchParams(location.search).get('token')
    if (key === null) return
    import('./for-owner.tsx').then(
      ({ ForOwner }) => setOwned({ ForOwner, link: { kind, key } }),
      // The page works without the way out.
      () => setOwned(null),
    )
  }, [kind])
  if (owned)
    return (
      <owned.ForOwner link={owned.link} shown={owner}>
        {children}
      </owned.ForOwner>
    )
  return (
    <>
      {owner !== null && (
        <Wrap>
          <p className={styles.owner}>
            This link is for <b>{owner}</b>.
          </p>
        </Wrap>
      )}
      {children}
    </>
  )
}
