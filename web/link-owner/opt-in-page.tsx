import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/layout.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Crumb } from '../ui/server-head.ts'
import { TokenLink } from './token-link.tsx'

export type OptInWords = {
  title: string
  lede: string
  button?: string
  onward?: { to: string; label: string }
}

type Props = {
  kind: 'newsletter' | 'near_alert' | 'begin'
  trail: Crumb[]
  words: OptInWords
  /** The page's address ends with it; undefined for the form. */
  step: string | undefined
  owner: string | null
  className: string | undefined
  /** In place of the button. */
  children?: ReactNode
}

/**
 * A page of mails that somebody asks for and confirms. Opening a mailed link changes nothing: the
 * button posts to the page's own address with the token.
 */
export function OptInPage({ kind, trail, words, step, owner, className, children }: Props) {
  const { title, lede, button, onward } = words
  const page = (
    <Wrap>
      <PageTitle trail={trail} lede={lede}>
        {title}
      </PageTitle>
      {children ?? (
        <div className={className}>
          {button && (
            <form method="post">
              <Button type="submit">{button}</Button>
            </form>
          )}
          {onward && (
            <ButtonLink kind="quiet" to={onward.to}>
              {onward.label}
            </ButtonLink>
          )}
        </div>
      )}
    </Wrap>
  )
  if (step !== 'confirm') return page
  return (
    <TokenLink kind={kind} owner={owner}>
      {page}
    </TokenLink>
  )
}
