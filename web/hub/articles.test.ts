import { describe, expect, test } from 'vitest'
import { findContentPage } from '../../content/pages.ts'
import { RESOURCES } from '../../content/resources.ts'
import { ARTICLES, type Article, articleAt, wordsIn } from './articles.server.ts'

const LONGEST_MEDIAN = 20
const LONGEST_SENTENCE = 45
// Readers of 9 to 11, as the NHS recommends (service-manual.nhs.uk/content).
const OLDEST_READING_AGE = 11
const IN_THE_HUB = ['prostate-diseases-and-prostate-cancer', 'mens-health', 'health-workplace']

const htmlOf = ({ sections }: Article) => sections.map(({ html }) => html).join('\n')

// Pages that are not content.
const SCREENS = ['/portal', '/book-event-main']

describe.each(ARTICLES.map((article) => ({ path: article.path, article })))(
  '$path',
  ({ article }) => {
    const html = htmlOf(article)

    test('names the limits of the test and the committee’s opinion', () => {
      expect(html).toContain('The UK National Screening Committee')
      expect(html).toMatch(/does not recommend mass PSA screening/)
      expect(html).toMatch(/not a diagnosis|Most men with a raised result do not/)
    })

    test('has no broken links', () => {
      const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
      for (const href of links.filter((one) => !one.startsWith('https://'))) {
        const [pathname = '', hash] = href.split('#')
        const known = SCREENS.includes(pathname) || findContentPage(pathname) !== undefined
        expect(known, href).toBe(true)
        if (hash) expect(href).toBe('/information-hub#resources')
      }
    })

    test('has a unique heading for every section', () => {
      const ids = article.sections.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(4)
    })
  },
)

test('the articles are made of short sentences', () => {
  const table = Object.fromEntries(
    ARTICLES.map((article) => [article.path, measuresOf(sentencesOf(htmlOf(article)))]),
  )
  console.table(table)
  for (const [path, { median, longest, 'reading age': age }] of Object.entries(table)) {
    expect(median, path).toBeLessThanOrEqual(LONGEST_MEDIAN)
    expect(longest, path).toBeLessThanOrEqual(LONGEST_SENTENCE)
    expect(age, path).toBeLessThanOrEqual(OLDEST_READING_AGE)
  }
})

test.each(IN_THE_HUB)('the article %s is neither too short nor too long', (id) => {
  const words = wordsIn(htmlOf(articleAt(`/information-hub/${id}`)))
  expect(words).toBeGreaterThanOrEqual(600)
  expect(words).toBeLessThanOrEqual(1000)
})

test('the limits of the test have the id that other pages link to', () => {
  const [article] = ARTICLES.filter(({ path }) => path.endsWith('prostate-cancer'))
  expect(article?.sections.map(({ id }) => id)).toContain('the-limits-of-the-test')
})

test('an address without an article stops the build', () => {
  expect(() => articleAt('/information-hub/nothing')).toThrow('/information-hub/nothing')
})

test('eight organisations are listed', () => {
  expect(RESOURCES).toHaveLength(8)
  for (const { website, phone } of RESOURCES) {
    expect(website ?? phone).toBeDefined()
    if (website) expect(new URL(website).protocol).toBe('https:')
    if (phone) expect(phone).toMatch(/^(0[\d ]{10,14}|116 \d{3})$/)
  }
})

/** The sentences of paragraphs and list items; tables have none. */
function sentencesOf(html: string): string[] {
  return html
    .replace(/<table>.*?<\/table>/gs, '')
    .split(/<\/(?:p|li)>/)
    .flatMap((block) => block.replace(/<[^>]+>/g, '').split(/(?<=[.?!])\s+/))
    .filter((sentence) => wordsIn(sentence) > 0)
}

/** Sentence lengths in words, and the Flesch-Kincaid reading age: school years plus five. */
function measuresOf(sentences: string[]) {
  const lengths = sentences.map(wordsIn)
  const words = lengths.reduce((sum, length) => sum + length, 0)
  const syllables = sentences.reduce((sum, sentence) => sum + syllablesIn(sentence), 0)
  const years = 0.39 * (words / sentences.length) + 11.8 * (syllables / words) - 15.59
  return {
    sentences: sentences.length,
    median: medianOf(lengths),
    longest: Math.max(...lengths),
    'reading age': Math.round((years + 5) * 10) / 10,
  }
}

/** Groups of vowels without a final silent e; at least one. */
function syllablesIn(sentence: string): number {
  const words = sentence.toLowerCase().match(/\p{L}[\p{L}’']*/gu) ?? []
  const inWord = (word: string) => word.replace(/[^l]e$/, '').match(/[aeiouy]+/g)?.length ?? 1
  return words.reduce((sum, word) => sum + inWord(word), 0)
}

function medianOf(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
