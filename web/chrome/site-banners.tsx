import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { PLACEHOLDERS } from '../placeholders.ts'

const REGION = 'site-banners'

/** What the charity says at the top of its pages. Written by the server; the browser keeps what came. */
export function SiteBanners() {
  return (
    <div
      id={REGION}
      className="band"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the words; the browser keeps what came with the page
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? PLACEHOLDERS.banners : '' }}
    />
  )
}

/** Shows the banners of the page that is read, and says each to screen readers once. Stands last on the page. */
export function BannersSaid() {
  const { key } = useLocation()
  const [words, setWords] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every page
  useEffect(() => {
    const region = document.getElementById(REGION)
    if (!region?.firstChild) return
    import('./banners-of-page.ts').then(({ showBanners }) => setWords(showBanners(region)), report)
  }, [key])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}

async function report(error: unknown): Promise<void> {
  const { reportClientError } = await import('../report-error.ts')
  reportClientError('Failed to show banners', error)
}
