import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { BANNER_PLACES, isShownAt } from '../../domain/banners.ts'
import { PLACEHOLDERS } from '../placeholders.ts'
import styles from './site-banners.module.css'

/**
 * What the charity says at the top of its pages. Written by the server, the same for every page; the browser keeps
 * what came, and shows those of the page that is read.
 */
export function SiteBanners() {
  const html = import.meta.env.SSR ? PLACEHOLDERS.banners : ''
  return (
    <>
      <section
        id={REGION}
        className={styles.banners}
        aria-label="Announcements"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the words; the browser keeps what came with the page
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <NewlySaid />
    </>
  )
}

/** Says the words of a page to screen readers, once in this tab. */
function NewlySaid() {
  const { pathname, search } = useLocation()
  const [words, setWords] = useState('')
  useEffect(() => {
    setWords(notSaidBefore(showBannersOf(pathname, search)).join(' '))
  }, [pathname, search])
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  )
}

const REGION = 'site-banners'
/** The numbers of those that were said in this tab. */
const SAID = 'banners-said'

function showBannersOf(pathname: string, search: string): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(`#${REGION} [data-banner]`)
  return [...all].filter((element) => {
    const { event } = element.dataset
    const place = BANNER_PLACES.find((one) => one === element.dataset.place) ?? 'site'
    const banner = { place, event_id: event === undefined ? null : Number(event) }
    element.hidden = !isShownAt(banner, pathname, search)
    return !element.hidden
  })
}

function notSaidBefore(shown: HTMLElement[]): string[] {
  const said = (sessionStorage.getItem(SAID) ?? '').split(' ')
  const fresh = shown.filter(({ dataset: { banner = '' } }) => !said.includes(banner))
  if (fresh.length === 0) return []
  const numbers = fresh.map(({ dataset }) => dataset.banner)
  sessionStorage.setItem(SAID, [...said, ...numbers].join(' ').trim())
  return fresh.map(({ textContent }) => textContent)
}
