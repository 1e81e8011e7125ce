import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readNews } from './news.ts'
import { ARCHIVE_MONTHS } from './news-archive.ts'
import { findContentPage } from './pages.ts'
import { readStories } from './stories.ts'

function read(kind: string): Record<string, string> {
  const folder = new URL(`./${kind}/`, import.meta.url)
  const names = readdirSync(folder)
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
  )
}

const files = read('news')
const news = readNews(files)
const stories = readStories(read('stories'))

/** Dynamic pages, which CONTENT_PAGES leaves out. */
const OTHER_PAGES = ['/', '/book-event-main', '/signup']

describe('the news', () => {
  test('are 36 items or more with unique ids from 0', () => {
    const ids = news.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids.length).toBeGreaterThanOrEqual(36)
    expect(ids).toEqual(ids.map((_, i) => i))
  })

  test('begin in January 2019, newest first, with valid dates', () => {
    const dates = news.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(dates.at(-1)).toMatch(/^2019-01/)
    expect(dates).toContain('2025-07-15')
    expect(dates[0]).toMatch(/^2026-11/)
    for (const date of dates) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
  })

  test('have an item in each month of the archive', () => {
    for (const month of ARCHIVE_MONTHS) {
      expect(
        news.some(({ date }) => date.startsWith(month)),
        month,
      ).toBe(true)
    }
  })

  test('keep the 36 of the specification, from January 2019 to July 2025', () => {
    const first = news.filter(({ id }) => id <= 35)
    expect([first.length, first[0]?.date, first.at(-1)?.date]).toEqual([
      36,
      '2025-07-15',
      '2019-01-22',
    ])
  })

  test('are in files named by their date', () => {
    for (const [name, text] of Object.entries(files)) {
      expect(readNews({ [name]: text })[0]?.date, name).toBe(name.slice(0, 10))
    }
  })
})

describe('the stories', () => {
  test('have a page each, and no story page is without a story', () => {
    expect(stories.map(({ id }) => id)).toEqual(['graham', 'delroy', 'martin'])
    for (const { id } of stories)
      expect(findContentPage(`/news/patient-journey/${id}`)).toBeDefined()
  })

  test('say that they are samples', () => {
    for (const { id, caption } of stories) expect(caption, id).toContain('sample')
  })
})

test('links lead to pages of the site or to secure addresses', () => {
  for (const { title, html } of [
    ...news,
    ...stories.map((s) => ({ title: s.name, html: s.html })),
  ]) {
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const isKnown = OTHER_PAGES.includes(href) || findContentPage(href) !== undefined
      expect(isKnown || href.startsWith('https://'), `${title}: ${href}`).toBe(true)
    }
  }
})

describe('reading news', () => {
  const item = (id: number, date: string) =>
    `---\nid: ${id}\ntitle: T\ndate: ${date}\ndescription: D\n---\n\nText.\n`

  test('sorts a new file by its date', () => {
    const more = readNews({ ...files, 'new.md': item(news.length, '2099-01-01') })
    expect(more.map(({ id }) => id)).toEqual([news.length, ...news.map(({ id }) => id)])
  })

  test('refuses an id that another file has, and names the file', () => {
    const twice = { 'a.md': item(1, '2020-01-01'), 'b.md': item(1, '2020-01-02') }
    expect(() => readNews(twice)).toThrow('b.md: there is another item with id 1')
  })

  test.each(['2020-02-30', '14 July 2020', '2020-1-5'])('refuses the date %s', (date) => {
    expect(() => readNews({ 'a.md': item(1, date) })).toThrow('a.md')
  })
})
