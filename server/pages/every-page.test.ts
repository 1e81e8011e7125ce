import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, openPublicSite, type PublicSite, wordsOf } from '../../test/app/public-site.ts'
import { SCREENS } from './addresses.ts'

const MISSING = ['/nope', '/information-hub/nope', '/news/patient-journey/nope', '/event/999999']
const LEAST_WORDS = 80

let site: PublicSite
beforeAll(async () => {
  site = await openPublicSite()
})
afterAll(() => site.close())

describe('without JavaScript', () => {
  test('every page has its content under one heading', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      const { status, body } = await site.open(url)
      expect(status, url).toBe(200)
      expect(body.match(/<h1[ >]/g), url).toHaveLength(1)
      const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(body) ?? []
      const words = main.replace(/<[^>]+>/g, ' ').match(/\p{L}+/gu) ?? []
      expect(words.length, url).toBeGreaterThan(LEAST_WORDS)
    }
  })

  test('every page has a title and a description that no other has', async () => {
    const urls = [...site.pages, ...site.deps]
    for (const pattern of [/<title>([^<]+)</, /<meta name="description" content="([^"]+)"/]) {
      const found = await Promise.all(
        urls.map(async (url) => wordsOf((await site.open(url)).body, pattern)),
      )
      expect(found.filter((words) => words.length < 8)).toEqual([])
      expect(found.filter((words, i) => found.indexOf(words) !== i)).toEqual([])
    }
  })

  test('every page names its own address as the one to keep', async () => {
    for (const url of [...site.pages, ...site.deps]) {
      const { body } = await site.open(url)
      expect(body.match(/rel="canonical"/g), url).toHaveLength(1)
      expect(wordsOf(body, /<link rel="canonical" href="([^"]+)"/)).toBe(ORIGIN + url)
    }
  })
})

test('html-validate finds nothing to mend on any page or screen', async () => {
  const validate = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: {
      // React's equivalent spellings: <br/>, srcSet, hidden="", ids such as _R_1_.
      'void-style': 'off',
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'valid-id': ['error', { relaxed: true }],
      // Checkboxes of one question share a name, so that a plain form sends all that are ticked.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit'] }],
      // Styles keep phone numbers on one line (web/ui/base.css).
      'tel-non-breaking': 'off',
      // Only one of the two menus is shown at a time; axe checks landmarks as displayed.
      'unique-landmark': 'off',
    },
  })
  const found: string[] = []
  for (const url of [...site.pages, ...site.deps, ...SCREENS, ...MISSING]) {
    const { body } = await site.open(url)
    const { results } = validate.validateStringSync(body, url)
    const lines = body.split('\n')
    for (const { ruleId, message, line, column } of results.flatMap(({ messages }) => messages)) {
      const place = lines[line - 1]?.slice(column - 1, column + 80)
      found.push(`${url}: ${ruleId}: ${message} at ${place}`)
    }
  }
  expect(found).toEqual([])
})

describe('links', () => {
  test('of every page and form lead to an address that answers', async () => {
    const dead: string[] = []
    for (const [target, from] of await everyLink()) {
      const [address = ''] = target.split('#')
      const { status } = await site.open(address)
      if (status !== 200 && address !== from) dead.push(`${from} -> ${target}: ${status}`)
    }
    expect(dead).toEqual([])
  })

  test('to a part of a page find that part', async () => {
    const dead: string[] = []
    for (const [target, from] of await everyLink()) {
      const [address = '', id] = target.split('#')
      if (!id) continue
      const { body } = await site.open(address)
      if (!body.includes(`id="${id}"`)) dead.push(`${from} -> ${target}`)
    }
    expect(dead).toEqual([])
  })

  /** Addresses of this site that pages link to, with the first page that does. */
  async function everyLink(): Promise<Map<string, string>> {
    const links = new Map<string, string>()
    for (const url of [...site.pages, ...site.deps, ...SCREENS, ...MISSING]) {
      const { body } = await site.open(url)
      for (const target of addressesIn(body, url)) if (!links.has(target)) links.set(target, url)
    }
    return links
  }
})

test('forms that send something send it to a route that takes it', async () => {
  const dead: string[] = []
  for (const url of [...site.pages, ...SCREENS]) {
    const { body } = await site.open(url)
    for (const [form] of body.matchAll(SENT_FORM)) {
      const [, address = url] = /action="([^"]*)"/.exec(form) ?? []
      const { status } = await site.post(address)
      if (![303, 400, 422].includes(status)) dead.push(`${url} -> ${address}: ${status}`)
    }
  }
  expect(dead).toEqual([])
})

const SENT_FORM = /<form\b[^>]*method="post"[^>]*>/g

function addressesIn(html: string, url: string): string[] {
  const named = html.replace(SENT_FORM, '').matchAll(/<[a-z][^>]*?\s(href|src|action)="([^"]*)"/g)
  return [...named].flatMap(([tag, , address = '']) => {
    if (tag.includes('rel="canonical"')) return []
    const { origin, pathname, search, hash } = new URL(
      address.replaceAll('&amp;', '&'),
      ORIGIN + url,
    )
    return origin === ORIGIN ? [pathname + search + hash] : []
  })
}
