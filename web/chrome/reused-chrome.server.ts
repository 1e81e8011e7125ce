import { currentMark, NAVIGATION, SMALL_PRINT } from './links.ts'

type Chrome = { header: string; footer: string }

const HEADER = /<header data-reused="">.*?<\/header>/
const FOOTER = /<footer data-reused="">.*?<\/footer>/

const linked = new Set(
  [...NAVIGATION, ...NAVIGATION.flatMap(({ submenu = [] }) => submenu), ...SMALL_PRINT]
    .map(({ to }) => to)
    .concat('/login'),
)

/**
 * Header and footer are the same on all pages but for the marks of the current page, so React
 * renders them once for each set of marks: they are a third of most pages.
 */
export function createChromeReuse() {
  const known = new Map<string, Chrome>()
  return {
    isKnown: (pathname: string) => known.has(marksOf(pathname)),
    /** Stores those of a whole page. */
    save(pathname: string, html: string): void {
      known.set(marksOf(pathname), chromeOf(html))
    },
    /** Puts them into a page that was rendered without. */
    restore(pathname: string, html: string): string {
      const chrome = known.get(marksOf(pathname))
      if (!chrome) throw new Error(`no header is known for ${pathname}`)
      const { header, footer } = chrome
      return html.replace(HEADER, () => header).replace(FOOTER, () => footer)
    },
    clear: () => known.clear(),
  }
}

/** Few, whatever addresses are asked for. */
function marksOf(pathname: string): string {
  if (linked.has(pathname)) return pathname
  return NAVIGATION.map((entry) => currentMark(entry, pathname) ?? '').join()
}

/** Each '' on a page without. */
function chromeOf(html: string): Chrome {
  const header = /<header\b.*?<\/header>/s.exec(html.slice(0, html.indexOf('<main')))
  const footer = /<footer\b.*?<\/footer>/s.exec(html.slice(html.lastIndexOf('</main>')))
  return { header: header?.[0] ?? '', footer: footer?.[0] ?? '' }
}
