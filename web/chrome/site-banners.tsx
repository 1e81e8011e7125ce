import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { PLACEHOLDERS } from '../placeholders.ts'

/**
 * What the charity says at the top of its pages. Written by the server, the same for every page; the browser keeps
 * what came, shows those of the page that is read, and says them to screen readers once.
 */
export function SiteBanners() {
  const { pathname, search } = useLocation()
  const region = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  useEffect(() => {
    const { current } = region
    if (!current?.firstChild) return
    let isLeft = false
    import('./banners-of-page.ts')
      .then(({ showBanners }) => {
        if (!isLeft) setWords(showBanners(current, pathname, search))
      })
      .catch(report)
    return () => {
      isLeft = true
    }
  }, [pathname, search])
  return (
    <>
      <div
        ref={region}
        className="band"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the words; the browser keeps what came with the page
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? PLACEHOLDERS.banners : '' }}
      />
      <p className="visually-hidden" role="status">
        {words}
      </p>
    </>
  )
}

async function report(error: unknown): Promise<void> {
  const { reportClientError } = await import('../report-error.ts')
  reportClientError('Failed to show banners', error)
}
