// The pages of the last build (`npm test` builds first), through the real app.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { buildApp } from '../app.ts'
import type { App } from '../deps.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'
import { SCREENS } from './addresses.ts'
import { isSiteBuild } from './site-build.ts'

let site: TestApp
let app: App
let eventId: number
beforeAll(async () => {
  site = await openTestApp({ settings: { publicUrl: 'https://chaps.example' } })
  eventId = (await site.event({ name: 'Diss </script> screening' })).event_id
  app = await buildApp(site.deps)
})
afterAll(async () => {
  await app.close()
  await site.close()
})

function hashesOf(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)
  return [...scripts].flatMap(([, attributes = '', text = '']) =>
    attributes.includes('application/ld+json')
      ? []
      : [`'sha256-${createHash('sha256').update(text).digest('base64')}'`],
  )
}

const prerendered = ['/about-us', '/information-hub/mens-health', '/privacy-policy']
const documentHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

const open = async (url: string, headers = {}) => {
  const { statusCode: status, headers: got, body } = await app.inject({ url, headers })
  return { status, headers: got, body }
}

describe('every kind of page', () => {
  const kinds = () => [
    '/',
    '/book-event-main',
    `/event/${eventId}`,
    '/login',
    '/nope',
    '/news',
    '/news/patient-journey',
    '/news/patient-journey/graham',
    ...prerendered,
  ]

  test('is a whole page with title, description and one heading', async () => {
    for (const url of kinds()) {
      const { body } = await open(url)
      expect(body, url).toMatch(/^<!DOCTYPE html><html lang="en-GB">/)
      expect(body.match(/<title>[^<]+<\/title>/g), url).toHaveLength(1)
      expect(body.match(/<h1/g), url).toHaveLength(1)
      expect(body, url).toContain('<main id="main"')
    }
  })

  test('has a policy whose hashes are those of the scripts in it', async () => {
    for (const url of kinds()) {
      const { headers, body } = await open(url)
      const policy = String(headers['content-security-policy'])
      expect(headers).toMatchObject(documentHeaders)
      const admitted = policy.match(/'sha256-[^']+'/g) ?? []
      expect(admitted, url).toEqual(hashesOf(body))
      expect(body, url).not.toContain('nonce')
      expect(policy, url).toContain('report-uri /api/logs/policy; report-to policy')
      expect(headers['reporting-endpoints'], url).toContain('/api/logs/policy')
      expect(admitted.length, url).toBeGreaterThan(2)
      expect(policy, url).not.toContain('unsafe')
    }
  })

  test('has no inline style and no inline handler, which the policy would refuse', async () => {
    for (const url of kinds()) {
      const markup = (await open(url)).body.replace(/<script[\s\S]*?<\/script>/g, '')
      expect(markup, url).not.toMatch(/<[^>]+\s(style|on\w+)=/)
      expect(markup, url).not.toContain('<style')
    }
  })

  test('has the configured address, never that of the build', async () => {
    for (const url of kinds()) expect((await open(url)).body, url).not.toContain('.invalid')
    const { body } = await open('/about-us')
    expect(body).toContain('<link rel="canonical" href="https://chaps.example/about-us"/>')
    expect(body).toContain('<meta property="og:url" content="https://chaps.example/about-us"/>')
    expect(body).toMatch(/<meta property="og:image" content="https:\/\/chaps\.example\/[^"]+"/)
  })

  test('leads to the pages elsewhere that the settings name', async () => {
    const donate = 'href="https://example.org/donate?for=men&#38;of=40"'
    for (const url of kinds()) expect((await open(url)).body, url).toContain(donate)
    const { body } = await open('/support-us')
    expect(body).toContain('href="https://example.org/become-a-supporter"')
  })

  test('has the current year, also when it began after the server started', async () => {
    let now = new Date('2026-12-31T23:59:59.999Z')
    const overnight = await buildApp({ ...site.deps, now: () => now })
    for (const year of [2026, 2027]) {
      for (const url of ['/about-us', '/login']) {
        const { body } = await overnight.inject(url)
        expect(body, url).toContain(`© <span>${year}</span>`)
      }
      now = new Date('2027-01-01T00:00:00Z')
    }
    await overnight.close()
  })

  test('is 304 for a client that has it', async () => {
    for (const url of ['/', '/book-event-main', '/about-us']) {
      const { headers } = await open(url, { 'accept-encoding': 'br' })
      const again = { 'accept-encoding': 'br', 'if-none-match': headers.etag }
      expect((await open(url, again)).status, url).toBe(304)
    }
  })
})

describe('a prerendered page', () => {
  test('gives the browser its data when a link is followed', async () => {
    const { status, headers, body } = await open('/information-hub/mens-health.data')
    expect([status, headers['x-remix-response']]).toEqual([200, 'yes'])
    expect(headers['content-type']).toContain('text/x-script')
    expect(body).toContain('Five numbers worth knowing')
  })
})

describe('a page rendered from the API', () => {
  test('shows the stored rows and changes at once when the cache is cleared', async () => {
    expect((await open('/book-event-main')).body).not.toContain('Wymondham')
    await site.event({ name: 'Wymondham screening' })
    expect((await open('/book-event-main')).body).toContain('Wymondham')
  })

  test('says that an event is cancelled, and what to do about it', async () => {
    const { event_id: id } = await site.event({ name: 'Thetford screening' })
    expect((await open(`/event/${id}`)).body).not.toContain('This event is cancelled')
    await site.ownerPool.query(
      `update events set status = 'cancelled', cancelled_at = now() where id = $1`,
      [id],
    )
    site.deps.cache.clear()
    const { status, body } = await open(`/event/${id}`)
    expect(status).toBe(200)
    expect(body).toContain('This event is cancelled')
    expect(body).toContain('Please do not come.')
    expect(body).not.toContain(`/book-event?event=${id}`)
  })

  test('is the same for a member, whose cookie never reaches the API', async () => {
    const { cookie } = await site.member()
    const visitor = await open(`/event/${eventId}`)
    expect((await open(`/event/${eventId}`, { cookie })).body).toBe(visitor.body)
    expect(visitor.headers['set-cookie']).toBeUndefined()
  })

  test('gives the browser its data when a link is followed', async () => {
    const { status, headers, body } = await open(`/event/${eventId}.data`)
    expect([status, headers['x-remix-response']]).toEqual([200, 'yes'])
    expect(body).toContain('Diss')
  })

  test('counts as one request of a visitor, without another for its data', async () => {
    const { deps } = site
    deps.cache.clear()
    const settings = { ...deps.settings, rateLimitScale: 1 / 3000 }
    const strict = await buildApp({ ...deps, settings })
    expect((await strict.inject('/book-event-main')).statusCode).toBe(200)
    const refused = await strict.inject('/book-event-main')
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain('<h1>Too many requests.')
    await strict.close()
  })

  test('is 503, and not cached, while the database is unavailable', async () => {
    const { database, cache } = site.deps
    cache.clear()
    const query = database.pool.query
    const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    Object.assign(database.pool, { query: () => Promise.reject(away) })
    const { status, headers, body } = await open(`/event/${eventId}`)
    Object.assign(database.pool, { query })
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toContain('<main')
    expect((await open(`/event/${eventId}`)).status).toBe(200)
  })
})

describe('five hundred odd addresses', () => {
  const odd = (n: number) => [
    `/book-event-main?location=nowhere${n}`,
    `/book-event-main?page=${n + 2}&date=odd${n}`,
    `/news?archive=${1000 + n}-01&page=${n}`,
    `/event/${900_000 + n}`,
    `/tell-me?problem=p${n}&miles=${n}`,
    `/api/events?location=nowhere${n}`,
    `/api/events/map?location=nowhere${n}`,
    `/api/events/near?location=nowhere${n}`,
  ]

  test('evict no page that visitors read, and render no known page anew', async () => {
    const own = buildAppOf({ maxAge: 3_600_000 })
    const { site: built, made } = await own
    const hot = [
      '/',
      '/book-event-main',
      '/book-event-main?date=next-week',
      '/news',
      `/event/${eventId}`,
    ]
    for (const url of hot) await built.inject(url)
    const before = made()
    for (let n = 0; n < 63; n++) await Promise.all(odd(n).map((url) => built.inject(url)))
    const withOdd = made()
    for (const url of hot) expect((await built.inject(url)).statusCode, url).toBe(200)
    expect(made()).toBe(withOdd)
    // Four searches by place and an event that is not there are many; of the rest, pages of the news.
    expect(withOdd - before).toBeLessThanOrEqual(63 * 5 + 20)
    await built.close()
  })

  async function buildAppOf({ maxAge }: { maxAge: number }) {
    const { now } = site.deps
    let count = 0
    const cache = createResponseCache({ maxAge, max: 500, now })
    const counted: typeof cache = {
      ...cache,
      answer: (key, make, options) =>
        cache.answer(
          key,
          () => {
            if (!options?.fresh) count += 1
            return make()
          },
          options,
        ),
    }
    return { site: await buildApp({ ...site.deps, cache: counted }), made: () => count }
  }
})

describe('the news', () => {
  test('leads to the article elsewhere that the settings name', async () => {
    const { body } = await open('/news?archive=2025-07')
    expect(body).toContain('href="https://example.org/news"')
  })

  test.each(['?page=99', '?page=x', '?archive=x', '?page=-1&archive=2023-99'])(
    'with %s, which makes no sense, is its first page',
    async (search) => {
      const { status, body } = await open(`/news${search}`)
      expect(status).toBe(200)
      expect(body).toMatch(/<a aria-current="page"[^>]*><span[^>]*>Page <\/span>1</)
      expect(body).toContain('<title>News – CHAPS</title>')
    },
  )

  test('has a feed, each item with a link of its own', async () => {
    const { status, headers, body } = await open('/news.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    const items = body.match(/<item>[\s\S]*?<\/item>/g) ?? []
    expect(items.length).toBeGreaterThanOrEqual(36)
    const part = (item: string, name: string) => item.split(new RegExp(`</?${name}[^>]*>`))[1] ?? ''
    expect(new Set(items.map((item) => part(item, 'guid'))).size).toBe(items.length)
    expect(part(items.at(-1) ?? '', 'pubDate')).toBe('Tue, 22 Jan 2019 00:00:00 GMT')
    const links = items.map((item) => part(item, 'link'))
    expect(links).toContain('https://example.org/news')
    for (const link of links.filter((one) => !one.startsWith('https://example.org/'))) {
      const { pathname, search, hash } = new URL(link)
      expect((await open(pathname + search)).body).toContain(`id="${hash.slice(1)}"`)
    }
  })
})

describe('a page that was rendered by the build', () => {
  test('gives its data alone to a browser on its way there', async () => {
    const { status, headers, body } = await open('/about-us.data')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/x-script; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ])
    expect(body).toContain('Who We Are')
    expect(body).not.toContain('<html')
  })
})

describe('a screen that runs in the browser', () => {
  test.each([...SCREENS])('%s is neither cached nor indexed', async (url) => {
    const { status, headers } = await open(`${url}?event=7&from=/portal`)
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
  })
})

test('the contact form leads to our own endpoint, or to the form service of the settings', async () => {
  const actionOf = (html: string) => /<form [^>]*action="([^"]*\/f\/[^"]*)"/.exec(html)?.[1]
  const ours = '/forms/p/charity/f/contact'
  expect(actionOf((await open('/contact-us')).body)).toBe(ours)
  expect(actionOf((await open('/about-us')).body)).toBe(ours)
  expect((await open('/contact-us.data')).body).toContain(ours)
  const forms = { url: 'https://formspree.io', project: '12', contactId: 'mxyz' }
  const other = await buildApp({ ...site.deps, settings: { ...site.deps.settings, forms } })
  const { body } = await other.inject({ url: '/about-us' })
  await other.close()
  expect(actionOf(body)).toBe('https://formspree.io/p/12/f/mxyz')
})

describe('a contact form that was sent without script', () => {
  const send = (fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/forms/p/charity/f/contact',
      headers: {
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(fields).toString(),
    })

  test('comes back for its sender alone, as text and without scripts', async () => {
    const message = '</textarea><script>alert(1)</script>'
    const { statusCode, headers, body } = await send({ message })
    expect([statusCode, headers['cache-control']]).toEqual([422, 'no-store'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('&lt;/textarea&gt;&lt;script&gt;alert(1)')
    expect(body).not.toContain('<script')
    expect(body).toContain('First name is required')
    expect((await open('/contact-us')).body).not.toContain('alert(1)')
  })

  test('also when it cannot be taken now', async () => {
    const { jobs } = site.deps
    const works = jobs.enqueue
    jobs.enqueue = async () => {
      throw new Error('no queue')
    }
    const { statusCode, body } = await send({
      'first-name': 'James',
      'last-name': 'Marlow',
      email: 'james@example.org',
      'phone-number': '07700 900118',
      message: 'Every word of it',
    })
    jobs.enqueue = works
    expect(statusCode).toBe(500)
    expect(body).toContain('Every word of it')
    expect(body).toContain('An unexpected error occurred. Please try again later.')
  })
})

test('a result’s page is the same bytes for every number, and for none', async () => {
  const [one, other, none] = await Promise.all(
    ['1', '9999999', 'first'].map((id) => open(`/medical-results/${id}`)),
  )
  expect([one?.status, one?.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(other?.body).toBe(one?.body)
  expect(none?.status).toBe(404)
})

describe('checkout', () => {
  test('alone may load from the payment provider, and lets a bank open a window', async () => {
    const provider = 'http://127.0.0.1:1'
    const checkout = await open('/checkout?event=3')
    const policy = String(checkout.headers['content-security-policy'])
    for (const name of ['script-src', 'frame-src', 'connect-src'])
      expect(policy).toMatch(new RegExp(`${name} [^;]*${provider}`))
    expect(checkout.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(checkout.body).toContain(`${provider}/sdk/js`)
    for (const url of ['/', '/book-event', '/booking-success', '/about-us', '/nope'])
      expect(String((await open(url)).headers['content-security-policy']), url).not.toContain(
        provider,
      )
  })
})

describe('an address without a page', () => {
  test.each([
    '/nope',
    '/information-hub/nope',
    '/news/patient-journey/nope',
    '/event/nope',
    '/event/999999',
    '//evil.example/',
    '/index.html',
    '/about-us/index.html',
    '/../package.json',
    '/server/index.js',
  ])('%s is not found', async (url) => {
    const { status, headers } = await open(url)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  test('is JSON for programs', async () => {
    for (const url of ['/api/nope', '/auth/nope', '/assets/nope.js']) {
      expect(JSON.parse((await open(url)).body).code, url).toBe('not_found')
    }
  })

  test('does not echo the requested address', async () => {
    await open('/first-of-all')
    expect((await open('/second')).body).not.toContain('first-of-all')
  })

  test('with a slash too many leads to the one without', async () => {
    const { status, headers } = await open('/about-us/?a=1')
    expect([status, headers.location]).toEqual([308, '/about-us?a=1'])
  })
})

describe('files', () => {
  test('of the build are immutable in caches, and compressed', async () => {
    const [url = ''] = (await open('/')).body.match(/\/assets\/react-[\w-]+\.js/) ?? []
    const { status, headers } = await open(url, { 'accept-encoding': 'gzip, br' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('that every page names are there', async () => {
    const { body } = await open('/about-us')
    const named = body.match(
      /(?<=(?:href|src|content)="(?:https:\/\/chaps\.example)?)\/[\w./-]+\.\w+(?=")/g,
    )
    expect(named).toContain('/favicon.svg')
    for (const url of named ?? []) expect((await open(url)).status, url).toBe(200)
  })
})

test('a phone finds the icons of its home screen, and an old browser the one that it asks for', async () => {
  const { headers, body } = await open('/site.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
  for (const { src } of JSON.parse(body).icons)
    expect((await open(src)).headers['content-type'], src).toBe('image/png')
  expect((await open('/favicon.ico')).headers['content-type']).toBe('image/x-icon')
})

test('a password manager is led to the page where a password is changed', async () => {
  const { status, headers } = await open('/.well-known/change-password')
  expect([status, headers.location]).toEqual([303, '/portal/sign-in'])
})

describe('for search engines', () => {
  test('the sitemap lists pages and events, and no screen', async () => {
    const { headers, body } = await open('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const news = ['/news', '/news/patient-journey', '/news/patient-journey/graham']
    for (const path of ['/', '/about-us', '/book-event-main', `/event/${eventId}`, ...news]) {
      expect(body).toContain(`<loc>https://chaps.example${path}</loc>`)
    }
    expect(body).not.toContain('/login')
  })

  test('robots.txt leads to the sitemap', async () => {
    expect((await open('/robots.txt')).body).toContain('https://chaps.example/sitemap.xml')
  })
})

test('every route of the site is covered above', async () => {
  const build: unknown = await import(`${'../../build/server/index.js'}`)
  if (!isSiteBuild(build)) throw new Error('no build')
  const paths = Object.values(build.routes).flatMap((route) => route?.path ?? [])
  for (const path of paths.filter((one) => !/[:*]/.test(one))) {
    expect((await open(`/${path}`)).status, path).toBe(200)
  }
})

test('the worker of saved tickets is one file under a policy of its own', async () => {
  const { headers, body } = await open('/ticket-worker.js')
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; connect-src 'self'",
    'cache-control': 'no-cache',
  })
  expect(String(body)).toContain('Saved on this phone')
  expect(String(body)).not.toMatch(/\bimport\b|\bexport\b/)
})

describe('the office', () => {
  test('is one document for each of its addresses, never stored, with the script of light or dark alone', async () => {
    const { status, headers, body } = await open('/office')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      ...documentHeaders,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const hashes = hashesOf(body)
    expect(hashes).toHaveLength(1)
    expect(String(body)).toMatch(/<head><script>[^<]+localStorage\.getItem/)
    expect(headers['content-security-policy']).toContain(`script-src 'self' ${hashes[0]};`)
    expect((await open('/office/events/4?tab=waiting')).body).toBe(body)
    expect((await open('/officers')).status).toBe(404)
  })

  test('lets the camera work on a day’s screen alone, and WebAssembly in its worker alone', async () => {
    const permissionsOf = async (url: string) =>
      String((await open(url)).headers['permissions-policy'])
    expect(await permissionsOf('/office/days/7')).toContain('camera=(self), microphone=()')
    for (const url of ['/office', '/office/days', '/office/days/7/labels', '/', '/portal'])
      expect(await permissionsOf(url), url).toContain('camera=()')

    const build = join(import.meta.dirname, '../../build/office')
    const names = await readdir(join(build, 'office/days/scan'))
    const [worker = ''] = names.filter((name) => name.endsWith('.js'))
    const policyOf = async (url: string) =>
      String((await open(url)).headers['content-security-policy'])
    const address = `/office/days/scan/${worker}`
    expect(await policyOf(address)).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
    )
    for (const url of ['/office/days/7', '/office', '/'])
      expect(await policyOf(url), url).not.toContain('unsafe')
    const [, wasm = ''] =
      /(\/assets\/office\/zxing_reader-[\w-]+\.wasm)/.exec(
        (await readdir(join(build, 'assets/office')))
          .map((name) => `/assets/office/${name}`)
          .join(' '),
      ) ?? []
    expect((await open(wasm)).headers).toMatchObject({
      'content-type': 'application/wasm',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  test('has files that may be kept for ever, compressed beforehand', async () => {
    const { body } = await open('/office')
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)]
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const [, file = ''] of files) {
      const { status, headers } = await open(file, { 'accept-encoding': 'br' })
      expect([status, headers['cache-control'], headers['content-encoding']], file).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'br',
      ])
    }
  })
})
