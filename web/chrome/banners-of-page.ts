import { BANNER_PLACES, isShownAt } from '../../domain/banners.ts'

/** The numbers of those that were said in this tab. */
const SAID = 'banners-said'

/** Shows the banners of the page, hides the others, and returns the words that were not said in this tab. */
export function showBanners(region: HTMLElement): string {
  const { pathname, search } = location
  const all = [...region.querySelectorAll<HTMLElement>('[data-banner]')]
  for (const element of all) {
    const { event } = element.dataset
    const place = BANNER_PLACES.find((one) => one === element.dataset.place) ?? 'site'
    const banner = { place, event_id: event === undefined ? null : Number(event) }
    element.hidden = !isShownAt(banner, pathname, search)
  }
  return notSaidBefore(all.filter(({ hidden }) => !hidden)).join(' ')
}

function notSaidBefore(shown: HTMLElement[]): string[] {
  const said = (sessionStorage.getItem(SAID) ?? '').split(' ')
  const fresh = shown.filter(({ dataset: { banner = '' } }) => !said.includes(banner))
  if (fresh.length === 0) return []
  const numbers = fresh.map(({ dataset }) => dataset.banner)
  sessionStorage.setItem(SAID, [...said, ...numbers].join(' ').trim())
  return fresh.map(({ textContent }) => textContent)
}
