import { shelvesAsTable } from './shelves.ts'

const SECTION = /(<!-- shelves -->\n)[\s\S]*(<!-- end of shelves -->)/

/** The page with the present table of shelves. Throws when it has no place for it. */
export function withShelves(page: string): string {
  if (!SECTION.test(page)) throw new Error('the page has no place for the shelves')
  return page.replace(SECTION, (_, begin, end) => `${begin}\n${shelvesAsTable()}\n\n${end}`)
}
