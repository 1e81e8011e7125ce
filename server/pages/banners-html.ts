import { escapeHtml } from '../../auth/mail/escape-html.ts'
import { isShownAt, type ShownBanner } from '../../domain/banners.ts'

/**
 * All that the site says now, those of other pages hidden: in the browser the reader goes on to them
 * (web/chrome/site-banners.tsx).
 */
export function bannersHtml(
  banners: readonly ShownBanner[],
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): string {
  const lines = banners
    .filter(({ place }) => place !== 'office')
    .map((banner) => {
      const { id, words, tone, place, event_id } = banner
      const of = event_id === null ? '' : ` data-event="${event_id}"`
      const hidden = isShownAt(banner, pathname, search) ? '' : ' hidden'
      return `<p data-banner="${id}" data-tone="${tone}" data-place="${place}"${of}${hidden}>${escapeHtml(words)}</p>`
    })
  if (lines.length === 0) return ''
  return `<section aria-label="Announcements">${lines.join('')}</section>`
}
