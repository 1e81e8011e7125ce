import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** What a journey has left where others could find it, each with the place where it was found. */
export type Traces = { place: string; text: string }[]

/**
 * Watches a page from now on: addresses asked for and told as the Referer, what the console says, and
 * answers that somebody on the way might keep. `kept` adds what the browser keeps at the moment.
 */
export function watch(page: Page) {
  const traces: Traces = []
  const keepable: string[] = []
  const add = (place: string, text: string | undefined) => {
    if (text) traces.push({ place, text: decoded(text) })
  }
  page.on('request', (request) => {
    add(`the address of ${request.method()}`, request.url())
    add(`the Referer of ${request.url()}`, request.headers().referer)
  })
  page.on('console', (line) => add('the console', line.text()))
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    const isHis = /^\/(api|auth)\//.test(pathname) && !/^\/api\/events(\/\d+)?$/.test(pathname)
    const isScreen = answer.request().resourceType() === 'document'
    const says = answer.headers()['cache-control'] ?? 'nothing'
    if ((isHis || isScreen) && !says.includes('no-store')) keepable.push(`${pathname}: ${says}`)
  })

  return {
    traces,
    /** Answers of the API and screens that were sent without no-store. */
    keepable,
    /** Looks into every place where this page's scripts can keep anything; answers the entries. */
    async look(): Promise<Record<string, string>> {
      const { storage, ...rest } = await page.evaluate(readAll)
      for (const [place, text] of Object.entries({ ...rest, ...storage })) {
        add(`${place}, on ${new URL(page.url()).pathname}`, text)
      }
      add('the address of the page', page.url())
      // How far each page was scrolled is no one's data.
      const own = Object.entries(storage).filter(([key]) => !key.startsWith('react-router-scroll'))
      return Object.fromEntries(own)
    },
  }
}

/** All that the site has logged since it was started. */
export async function siteLog(): Promise<string> {
  return readFile(process.env.E2E_SITE_LOG ?? '', 'utf8')
}

/** In the page: the storages' entries, and the other places as text. */
async function readAll() {
  const databases = await indexedDB.databases()
  const caches = await window.caches.keys()
  return {
    storage: { ...localStorage, ...sessionStorage } as Record<string, string>,
    databases: JSON.stringify([...databases, ...caches]).replace('[]', ''),
    cookies: document.cookie,
    title: document.title,
    history: JSON.stringify(history.state),
    name: window.name,
  }
}

function decoded(text: string): string {
  const plain = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}
