import type { Browser, Page } from '@playwright/test'
import readability from 'text-readability'
import { expect, test } from './fixtures.ts'
import { DEMO_MEMBER, eventIn, signInAs } from './member.ts'
import { CONSENT_PAGE } from './public-pages.ts'

// A reading age is the Flesch-Kincaid grade, a year of school in America, and five.
const OLDEST = 11
const FIRST_GRADE_AGE = 5

/** The sentences of a page: headings, names, tables and the navigation are none. */
async function proseOf(page: Page): Promise<string> {
  const parts = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('p, li, blockquote, dd, legend, label')]
      .filter((part) => !part.closest('nav, table, figure, address, ol[aria-label]'))
      .filter((part) => !part.querySelector('p, li, div, dd') && part.checkVisibility())
      .map((part) => part.innerText.replace(/\s+/g, ' ').trim())
      .filter((words) => words.split(' ').length > 3),
  )
  return parts.map((words) => (/[.?!]$/.test(words) ? words : `${words}.`)).join('\n')
}

function readingAge(text: string): number {
  return Math.round((readability.fleschKincaidGrade(text) + FIRST_GRADE_AGE) * 10) / 10
}

test('the measure tells plain words from heavy ones', () => {
  expect(readingAge('Ring your GP. Ask to be seen in 2 weeks. Take the letter.')).toBeLessThan(8)
  expect(
    readingAge(
      'Significantly elevated concentrations necessitate expeditious urological consultation, irrespective of symptomatology.',
    ),
  ).toBeGreaterThan(16)
})

const PAGES: { name: string; as?: string | undefined; open: (page: Page) => Promise<unknown> }[] = [
  ...['red', 'amber', 'member', 'repeat'].flatMap((as) => [
    { name: `the results of ${as}@`, as, open: (page: Page) => page.goto('/medical-results') },
    { name: `one result of ${as}@`, as, open: openFirst },
  ]),
  { name: 'the consent form', as: 'member', open: (page) => page.goto(CONSENT_PAGE) },
  ...['Colchester', 'Cambridge', 'Saffron Walden'].map((town) => ({
    name: `the event in ${town}`,
    open: async (page: Page) => page.goto(`/event/${await eventIn(town)}`),
  })),
]

async function openFirst(page: Page): Promise<void> {
  await page.goto('/medical-results')
  await page
    .getByRole('link', { name: /^Open this re/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Your result/ })).toBeVisible()
}

test(`results, consent and event pages have a reading age of ${OLDEST} or below`, async ({
  browser,
}) => {
  const ages: Record<string, number> = {}
  for (const { name, as, open } of PAGES) ages[name] = await ageOf(browser, { as, open })
  console.log('reading ages:', ages)
  expect(Object.entries(ages).filter(([, age]) => age > OLDEST)).toEqual([])
})

async function ageOf(
  browser: Browser,
  { as, open }: Pick<(typeof PAGES)[number], 'as' | 'open'>,
): Promise<number> {
  const context = await browser.newContext()
  if (as) await signInAs(context, { ...DEMO_MEMBER, email: `${as}@example.org` })
  const page = await context.newPage()
  await open(page)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect.poll(async () => (await proseOf(page)).length).toBeGreaterThan(300)
  const age = readingAge(await proseOf(page))
  await context.close()
  return age
}
