import { describe, expect, test } from 'vitest'
import { CONTENT_PAGES, findContentPage } from './pages.ts'

describe('the content pages', () => {
  test('have unique addresses, titles and descriptions', () => {
    for (const key of ['path', 'title', 'description'] as const) {
      const values = CONTENT_PAGES.map((page) => page[key])
      expect(new Set(values).size).toBe(values.length)
    }
  })

  test('have descriptions that fit under a search result', () => {
    for (const { path, description } of CONTENT_PAGES) {
      expect(description.length, path).toBeLessThanOrEqual(155)
      expect(description, path).toMatch(/\.$/)
    }
  })

  test('are found with and without a trailing slash only', () => {
    expect(findContentPage('/news')?.title).toBe('News')
    expect(findContentPage('/news/')?.title).toBe('News')
    expect(findContentPage('/information-hub/nothing')).toBeUndefined()
    expect(findContentPage('/')).toBeUndefined()
  })
})
