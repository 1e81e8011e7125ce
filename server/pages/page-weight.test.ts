// Budgets of the last build in bytes after brotli, for every page (`npm test` builds first).
// e2e/page-weight.e2e.ts measures in the browser what some pages load besides.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Route = { id: string; module: string; css: string[] }

const CLIENT = join(import.meta.dirname, '..', '..', 'build', 'client')
const SCRIPTS = readdirSync(join(CLIENT, 'assets'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => `/assets/${name}`)

const MEMBERS = /^(account|sign-in|booking|checkout|portal|waiting-list)\//
const CHUNKS = [
  { chunk: /\/react-/, most: 95_000 },
  { chunk: /\/frame-/, most: 8_000 },
  { chunk: /\/live-map-/, most: 45_000 },
  { chunk: /\/manifest-/, most: 3_500 },
  { chunk: /./, most: 25_000 },
]

const manifestUrl = named('manifest')
const manifest: { entry: { module: string }; routes: Record<string, Route> } = JSON.parse(
  read(manifestUrl)
    .replace(/^[^{]*/, '')
    .replace(/;$/, ''),
)
const { root, ...pages } = manifest.routes

test('every page loads at most 125 kB of scripts, a member’s page 150 kB', () => {
  const tooHeavy = Object.values(pages).flatMap(({ id, module }) => {
    const loaded = withImports([manifestUrl, manifest.entry.module, root?.module ?? '', module])
    const bytes = loaded.reduce((sum, url) => sum + weightOf(url), 0)
    return bytes > (MEMBERS.test(id) ? 150_000 : 125_000) ? [`${id}: ${bytes} bytes`] : []
  })
  expect(Object.keys(pages).length).toBeGreaterThan(30)
  expect(tooHeavy).toEqual([])
})

test('every page loads at most 12 kB of styles', () => {
  const tooHeavy = Object.values(pages).flatMap(({ id, css }) => {
    const urls = new Set([...(root?.css ?? []), ...css].map((url) => url.replace('#', '')))
    const bytes = [...urls].reduce((sum, url) => sum + weightOf(url), 0)
    return bytes > 12_000 ? [`${id}: ${bytes} bytes`] : []
  })
  expect(tooHeavy).toEqual([])
})

test('no chunk outgrows its budget', () => {
  const tooHeavy = SCRIPTS.flatMap((url) => {
    const most = CHUNKS.find(({ chunk }) => chunk.test(url))?.most ?? 0
    return weightOf(url) > most ? [`${url}: ${weightOf(url)} bytes`] : []
  })
  expect(tooHeavy).toEqual([])
})

function named(name: string): string {
  const found = SCRIPTS.find((url) => url.startsWith(`/assets/${name}-`))
  if (!found) throw new Error(`the build has no script ${name}`)
  return found
}

/** The scripts and all that they import statically, each once. */
function withImports(urls: string[]): string[] {
  const found = new Set(urls)
  for (const url of found)
    for (const [, name] of read(url).matchAll(/(?:from|import)"\.\/([^"]+)"/g))
      found.add(`/assets/${name}`)
  return [...found]
}

function read(url: string): string {
  return readFileSync(join(CLIENT, url), 'utf8')
}

/** Bytes that the server sends to a browser that accepts brotli. */
function weightOf(url: string): number {
  const file = join(CLIENT, url)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
