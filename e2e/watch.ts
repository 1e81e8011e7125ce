import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

/** Data that a journey left where others could find it, each with its place. */
export type Traces = { place: string; text: string }[]

/**
 * Watches a page: addresses requested and sent as Referer, console output, and cacheable
 * responses. `readStorage` adds what the browser stores at
 * the moment, and returns it.
 */
export function watch(page: Page) {
  const traces: Traces = []
  const cacheable: string[] = []
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
    const isPersonal = /^\/(api|auth)\//.test(pathname) && !/^\/api\/events(\/\d+)?$/.test(pathname)
    const isScreen = answer.request().resourceType() === 'document'
    const says = answer.headers()['cache-control'] ?? 'nothing'
    if ((isPersonal || isScreen) && !says.includes('no-store'))
      cacheable.push(`${pathname}: ${says}`)
  })

  return {
    traces,
    cacheable,
    async readStorage(): Promise<Record<string, string>> {
      const { storage, ...rest } = await page.evaluate(readAll)
      for (const [place, text] of Object.entries({ ...rest, ...storage })) {
        add(`${place}, on ${new URL(page.url()).pathname}`, text)
      }
      add('the address of the page', page.url())
      // Scroll positions are not personal data.
      const own = Object.entries(storage).filter(([key]) => !key.startsWith('react-router-scroll'))
      return Object.fromEntries(own)
    },
  }
}

export async function siteLog(): Promise<string> {
  return readFile(process.env.E2E_SITE_LOG ?? '', 'utf8')
}

async function readAll() {
  const databases = await indexedDB.databases()
  const names = await caches.keys()
  const cached = await Promise.all(
    names.map(async (name) => {
      const responses = await (await caches.open(name)).matchAll()
      return [name, ...(await Promise.all(responses.map((response) => response.text())))]
    }),
  )
  return {
    storage: { ...localStorage, ...sessionStorage } as Record<string, string>,
    databases: JSON.stringify([...databases, ...cached]).replace('[]', ''),
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
