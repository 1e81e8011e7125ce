import { type ReactNode, useEffect, useState } from 'react'
import type { KeyedLink } from '../../domain/keyed-link-schemas.ts'
import { KEYED_LINKS } from '../../domain/keyed-links.ts'
import { send } from '../api.ts'
import { ButtonLink, TextButton } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import styles from './for-owner.module.css'

type Props = {
  link: KeyedLink
  /** The owner, where the page knows it already. */
  shown?: string | null
  children: ReactNode
}

/** The page of a link, with whom it is for and a way out that uses nothing up. */
export function ForOwner({ link: { kind, key }, shown = null, children }: Props) {
  const [owner, setOwner] = useState(shown)
  const [isNotMine, setNotMine] = useState(false)
  useEffect(() => {
    if (shown !== null) return
    // Without an owner the page itself says what is wrong with the link.
    send('POST /api/link-owner', { body: { kind, key } }).then(
      (answer) => setOwner(answer.owner),
      () => setOwner(null),
    )
  }, [kind, key, shown])

  if (isNotMine)
    return (
      <Wrap>
        <PageTitle>This link is not for you</PageTitle>
        <div className={styles.out}>
          <Notice role="status" title="Nothing has been used or changed">
            <p>Please delete the message with this link. It still works for its owner.</p>
          </Notice>
          <p>
            <ButtonLink kind="quiet" to="/">
              Go to Home
            </ButtonLink>
          </p>
        </div>
      </Wrap>
    )
  return (
    <>
      {owner !== null && (
        <Wrap>
          <p className={styles.owner}>
            This link is for {KEYED_LINKS[kind].owner === 'event' ? 'the host of ' : ''}
            <b>{owner}</b>.{' '}
            <TextButton onClick={() => setNotMine(true)}>
              {KEYED_LINKS[kind].owner === 'event' ? 'I am not the host' : 'This is not me'}
            </TextButton>
          </p>
        </Wrap>
      )}
      {children}
    </>
  )
}
