import { expect, test } from 'vitest'
import { readPdf } from '../../../test/app/read-pdf.ts'
import { testCharity } from '../../../test/app/settings.ts'
import { type Letter, letterPdf } from './letter-pdf.ts'
import { AROUND_WINDOW, BODY_TOP, LOGO, SENDER, WINDOW } from './page-frame.ts'

// Letters of a typeface reach this share of its size above and below the base line.
const ABOVE = 0.8
const BELOW = 0.25

const SHORT = ['Albert Rungin', 'Rose Cottage', '3 Mill Lane', 'Bures', 'CO8 5AA']
const LONG = [
  'Bartholomew-Maximilian Featherstonehaugh-Cholmondeley-Marjoribanks of the Manor',
  'Flat 3, The Very Long Name Of A House That Nobody Shortens, Building Number Seven, Second Floor on the Left Hand Side',
  'Above the Shop of the Baker at the Corner of the Old Market Place behind the Church of Saint Mary the Virgin',
  'LlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochLlanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  'Sutton-under-Whitestonecliffe and Blakehopeburnhaugh',
  'LL61 5UJ',
]

function letter(more: Partial<Letter> = {}): Letter {
  return {
    title: 'See your appointments online',
    to: SHORT,
    reference: 'Member 1007',
    at: new Date('2027-01-12T09:00:00Z'),
    isLargePrint: false,
    parts: [{ paragraph: 'Dear Albert,' }, { label: 'Your code', code: 'HJK3-479W-XY6C' }],
    ...more,
  }
}

test.each([
  ['an ordinary address', SHORT],
  ['the longest address', LONG],
  ['two lines', ['A B', 'CO8 5AA']],
])('%s stands in the window, whole, and nothing else stands there or around it', async (_, to) => {
  const [first = []] = await readPdf(await letterPdf(letter({ to }), testCharity))
  const inAddress = first.filter(
    ({ base, left }) =>
      base > AROUND_WINDOW.top && base < AROUND_WINDOW.bottom && left < AROUND_WINDOW.right,
  )
  const printed = inAddress.map(({ text }) => text).join('')
  expect(printed.replaceAll(/\s/g, '')).toBe(to.join('').replaceAll(/\s/g, ''))
  for (const { left, right, base, size } of inAddress) {
    expect(left).toBeGreaterThanOrEqual(WINDOW.left - 0.01)
    expect(right).toBeLessThanOrEqual(WINDOW.right)
    expect(base - size * ABOVE).toBeGreaterThanOrEqual(WINDOW.top)
    expect(base + size * BELOW).toBeLessThanOrEqual(WINDOW.bottom)
  }
})

test('the sender and the logo stand beside and above the window, the text below', async () => {
  const [first = []] = await readPdf(await letterPdf(letter(), testCharity))
  const at = (text: string) => first.filter((item) => item.text === text)
  expect(at('12 January 2027')[0]?.left).toBeCloseTo(SENDER.left)
  const [logo] = at('CHAPS')
  expect(logo?.left).toBeCloseTo(LOGO.left)
  expect((logo?.base ?? 0) + (logo?.size ?? 0) * BELOW).toBeLessThanOrEqual(30)
  const [title] = at('See your appointments online')
  expect((title?.base ?? 0) - (title?.size ?? 0) * ABOVE).toBeGreaterThanOrEqual(BODY_TOP)
})

test('names in other scripts are printed', async () => {
  const names = [
    'Łukasz Żółć',
    'Γιώργος Παπαδόπουλος',
    'Юрий Гагарин',
    'Nguyễn Văn Ạnh',
    'Zoë Núñez',
  ]
  for (const name of names) {
    const pages = await readPdf(await letterPdf(letter({ to: [name, 'CO8 5AA'] }), testCharity))
    const text = pages.flat().map((item) => item.text)
    expect(text.join('').replaceAll(' ', '')).toContain(name.replaceAll(' ', ''))
  }
})

test.each([false, true])(
  'a long letter (large print: %s) has numbered sheets, all within the margins',
  async (isLargePrint) => {
    const paragraph = 'We looked after your appointments by post or telephone until now. '.repeat(5)
    const parts = Array.from({ length: 14 }, (_, n) => [
      { heading: `Part ${n}` },
      { paragraph },
      { steps: ['Go there', paragraph] },
    ]).flat()
    const pages = await readPdf(await letterPdf(letter({ parts, isLargePrint }), testCharity))
    expect(pages.length).toBeGreaterThan(2)
    for (const [n, page] of pages.entries()) {
      const text = page.map((item) => item.text).join('')
      expect(text).toContain(`Page ${n + 1} of ${pages.length}`)
      expect(text).toContain('Member 1007')
      for (const { left, right, base } of page) {
        expect(left).toBeGreaterThanOrEqual(15)
        expect(right).toBeLessThanOrEqual(195)
        expect(base).toBeLessThanOrEqual(292)
      }
      const headings = page.filter((item) => item.text.startsWith('Part '))
      const last = Math.max(
        ...page.filter((item) => !item.text.includes('Page ')).map(({ base }) => base),
      )
      for (const { base } of headings) expect(base).toBeLessThan(last)
    }
  },
)

test('the document is tagged, has a language and a title, and its fonts are embedded', async () => {
  const pdf = (await letterPdf(letter(), testCharity)).toString('latin1')
  for (const entry of ['/MarkInfo', '/StructTreeRoot', '/Lang (en-GB)', '/DisplayDocTitle true'])
    expect(pdf).toContain(entry)
  expect(pdf.match(/\/FontFile\d?/g)?.length).toBeGreaterThanOrEqual(2)
  expect(pdf).not.toContain('/Helvetica')
})
