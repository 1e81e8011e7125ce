import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, openPublicSite, type PublicSite, wordsOf } from '../../test/app/public-site.ts'
import { GUIDES } from '../../web/chrome/links.ts'

const HEAVIEST_PICTURE = 100_000

let site: PublicSite
beforeAll(async () => {
  site = await openPublicSite()
})
afterAll(() => site.close())

describe('a link preview', () => {
  const meta = async (url: string, name: string) => {
    const { body } = await site.open(url)
    return wordsOf(body, new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`))
  }

  test('has the same facts as its page', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      const { body } = await site.open(url)
      const title = wordsOf(body, /<title>([^<]+)</)
      for (const name of ['og:title', 'twitter:title']) expect(await meta(url, name)).toBe(title)
      const description = await meta(url, 'description')
      for (const name of ['og:description', 'twitter:description'])
        expect(await meta(url, name)).toBe(description)
      expect(await meta(url, 'og:url')).toBe(ORIGIN + url)
      expect(await meta(url, 'twitter:card')).toBe('summary_large_image')
    }
  })

  test('shows a picture of 1200 by 630, below 100 kB, each page its own', async () => {
    const pictures = new Map<string, string>()
    for (const url of site.pages) {
      const address = await meta(url, 'og:image')
      expect(await meta(url, 'twitter:image')).toBe(address)
      expect((await meta(url, 'og:image:alt')).length, url).toBeGreaterThan(20)
      const { status, type, bytes } = await site.open(address.replace(ORIGIN, ''))
      expect([status, type], address).toEqual([200, 'image/png'])
      expect(bytes.toString('latin1', 1, 4)).toBe('PNG')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], address).toEqual([1200, 630])
      expect(bytes.length, address).toBeLessThan(HEAVIEST_PICTURE)
      pictures.set(address, bytes.toString('base64'))
    }
    expect(pictures.size).toBe(site.pages.length - site.events.length + 1)
    expect(new Set(pictures.values()).size).toBe(pictures.size)
  })

  test('is given by no page that search engines are not to find', async () => {
    for (const url of ['/login', '/portal', '/nope', '/event/999999'])
      expect((await site.open(url)).body, url).not.toMatch(/og:|ld\+json/)
  })
})

test('every page of the sitemap is linked from three others at least', async () => {
  const sources = new Map<string, Set<string>>()
  for (const url of site.pages) {
    const { body } = await site.open(url)
    for (const [, href = ''] of body.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) {
      if (href === url) continue
      sources.set(href, (sources.get(href) ?? new Set()).add(url))
    }
  }
  // Each event is linked from the list alone, and each story from the list of stories.
  const inList = [...site.events, ...site.pages.filter((url) => /patient-journey\/./.test(url))]
  const fewest = (url: string) => (inList.includes(url) ? 1 : 3)
  const lonely = site.pages.filter((url) => (sources.get(url)?.size ?? 0) < fewest(url))
  expect(lonely).toEqual([])
})

test('a link of the footer has the name of its page', async () => {
  for (const { label, to } of GUIDES) {
    const { body } = await site.open(to)
    expect(wordsOf(body, /<title>([^<]+)</), to).toContain(label)
  }
})

type Thing = Record<string, unknown>

// Required properties per type (developers.google.com/search/docs/appearance/structured-data).
const ASKED: Record<string, readonly string[]> = {
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url', 'publisher'],
  Article: ['headline', 'image', 'datePublished', 'author', 'publisher', 'url'],
  NewsArticle: ['headline', 'image', 'datePublished', 'author', 'publisher', 'url'],
  CollectionPage: ['name', 'url', 'hasPart'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name'],
  Event: [
    ...['name', 'description', 'image', 'url', 'startDate', 'endDate', 'eventStatus'],
    ...['eventAttendanceMode', 'location', 'organizer', 'offers'],
  ],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'validThrough'],
  Place: ['name', 'address'],
  PostalAddress: ['addressLocality'],
  ContactPoint: ['contactType', 'telephone'],
  GeoCoordinates: ['latitude', 'longitude'],
}

describe('structured data', () => {
  const kindOf = (thing: Thing) => [thing['@type']].flat().join(' ').split(' ')[0] ?? ''
  const graphOf = async (url: string): Promise<Thing[]> => {
    const { body } = await site.open(url)
    const blocks = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    expect(blocks.length, url).toBeLessThanOrEqual(1)
    if (!blocks[0]) return []
    const data = JSON.parse(blocks[0][1] ?? '')
    expect(data['@context']).toBe('https://schema.org')
    return data['@graph']
  }
  const kindsOn = async (url: string) => (await graphOf(url)).map(kindOf)

  test('has the required fields of its type, and valid dates', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      for (const thing of (await graphOf(url)).flatMap(thingsIn)) {
        const asked = ASKED[kindOf(thing)]
        expect(asked, `${url}: ${kindOf(thing)}`).toBeDefined()
        for (const name of asked ?? [])
          expect(thing, `${url}: ${kindOf(thing)}`).toHaveProperty(name)
        for (const value of Object.values(thing)) expect(value, url).not.toBe('')
        for (const [name, value] of Object.entries(thing))
          if (/date|validThrough/i.test(name))
            expect(String(value), url).toMatch(/^\d{4}(-\d\d-\d\d|$)/)
      }
    }
  })

  test('leads to addresses that answer', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      for (const address of addressesIn(await graphOf(url))) {
        const [path = '', id] = address.replace(ORIGIN, '').split('#')
        const { status, body } = await site.open(path)
        expect(status, address).toBe(200)
        if (id) expect(body, address).toContain(`id="${id}"`)
      }
    }
  })

  test('has the right type for each kind of page', async () => {
    expect(await kindsOn('/')).toEqual(['WebSite', 'Organization'])
    expect(await kindsOn('/about-us')).toEqual(['Organization', 'BreadcrumbList'])
    expect(await kindsOn('/information-hub/mens-health')).toEqual(['Article', 'BreadcrumbList'])
    expect(await kindsOn('/news/patient-journey/graham')).toEqual(['Article', 'BreadcrumbList'])
    expect(await kindsOn('/news?page=2')).toEqual(['CollectionPage', 'BreadcrumbList'])
    for (const url of site.events) expect(await kindsOn(url)).toEqual(['Event', 'BreadcrumbList'])
  })

  test('shows the way to a page as the page does', async () => {
    for (const url of site.pages) {
      const { body } = await site.open(url)
      const [, shown] = /<nav[^>]*aria-label="Breadcrumb">(.*?)<\/nav>/s.exec(body) ?? []
      const list = (await graphOf(url)).find((thing) => kindOf(thing) === 'BreadcrumbList')
      if (!shown) expect(list, url).toBeUndefined()
      const steps = thingsIn(list).filter((thing) => kindOf(thing) === 'ListItem')
      expect(steps.length, url).toBe(shown?.match(/<li>/g)?.length ?? 0)
      for (const [i, { position }] of steps.entries()) expect(position).toBe(i + 1)
    }
  })

  test('names no author but the charity', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      for (const { author } of (await graphOf(url)).flatMap(thingsIn))
        if (author) expect(author).toMatchObject({ name: 'CHAPS' })
    }
  })
})

test('the sitemap lists the public pages and nothing else', async () => {
  const { body } = await site.open('/sitemap.xml')
  const listed = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  expect(listed.sort()).toEqual(site.pages.map((path) => ORIGIN + path).sort())
})

function thingsIn(value: unknown): Thing[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.values(value).flatMap(thingsIn)
  return '@type' in value ? [{ ...value }, ...within] : within
}

/** Addresses of this site in structured data; '@id' is only an identifier. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(ORIGIN) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => (name === '@id' ? [] : addressesIn(part)))
}
