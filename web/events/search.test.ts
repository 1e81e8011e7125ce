import { describe, expect, it } from 'vitest'
import { readPageNumber, readSearch } from '../../domain/search-events.ts'
import {
  bothInWords,
  countInWords,
  filtersOf,
  isChosen,
  isNarrowed,
  linksToPages,
  listingAddress,
} from './search.ts'

const filters = (query: string) => filtersOf(readSearch(new URLSearchParams(query)))

describe('the address of the events listing', () => {
  it('asks for everything when nothing is chosen', () => {
    expect(filters('')).toEqual({})
    expect(filters('by=date&date=&location=')).toEqual({})
  })

  it('asks for date and place together, whichever tab is in front', () => {
    const both = { date: 'next-week', location: 'Leeds' }
    expect(filters('by=date&date=next-week&location=Leeds')).toEqual(both)
    expect(filters('by=location&date=next-week&location=+Leeds+')).toEqual(both)
  })

  it('names both, because one of them is on the hidden tab', () => {
    const words = (query: string) => bothInWords(readSearch(new URLSearchParams(query)))
    expect(words('date=next-week&location=Leeds')).toBe('next week, ‘Leeds’')
    expect(words('date=next-week')).toBeNull()
    expect(words('location=Leeds')).toBeNull()
  })

  it('shows the place tab for a link that names a place only', () => {
    expect(readSearch(new URLSearchParams('location=Leeds')).by).toBe('location')
    expect(filters('location=Leeds')).toEqual({ location: 'Leeds' })
  })

  it('keeps the choices of a search by place in its address', () => {
    const search = readSearch(
      new URLSearchParams('location=CM1&only=weekends&only=free&only=never'),
    )
    expect(search).toMatchObject({ only: ['weekends', 'free'] })
    expect(listingAddress(search, 2)).toBe(
      '/book-event-main?by=location&location=CM1&only=weekends%2Cfree&page=2',
    )
    expect(isChosen(search)).toBe(true)
    expect(isChosen(readSearch(new URLSearchParams('location=CM1')))).toBe(false)
  })

  it('sends some kinds joined by commas, and none when all three are ticked', () => {
    expect(filters('for=community&for=corporate')).toEqual({ for: 'community,corporate' })
    expect(filters('for=CORPORATE,community')).toEqual({ for: 'community,corporate' })
    expect(filters('for=community&for=freemasons&for=corporate')).toEqual({})
  })

  it('drops what it does not know', () => {
    expect(filters('by=weather&date=yesterday&for=golf')).toEqual({})
  })

  it('knows that all future events is no narrowing', () => {
    const narrowed = (query: string) => isNarrowed(readSearch(new URLSearchParams(query)))
    expect(narrowed('date=future-events')).toBe(false)
    expect(narrowed('date=today')).toBe(true)
    expect(narrowed('for=community')).toBe(true)
  })
})

describe('the pages of the listing', () => {
  const search = (query: string) => readSearch(new URLSearchParams(query))
  const page = (query: string) => readPageNumber(new URLSearchParams(query).get('page'))
  const links = (number: number, total: number) =>
    linksToPages(search('date=next-month&for=corporate'), { page: number, total })

  it.each([
    ['', 1],
    ['page=2', 2],
    ['page=9999', 9999],
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=two', 1],
    ['page=99999', 1],
  ])('reads ?%s as page %i', (query, number) => {
    expect(page(query)).toBe(number)
  })

  it('has the search in its address, which is read as it is written', () => {
    expect(listingAddress(search(''), 1)).toBe('/book-event-main')
    expect(listingAddress(search(''), 2)).toBe('/book-event-main?page=2')
    const narrowed = search('by=date&date=next-week&location=St+Ives&for=community,corporate')
    const address = listingAddress(narrowed, 3).split('?')[1] ?? ''
    expect(search(address)).toEqual(narrowed)
    expect(page(address)).toBe(3)
  })

  it('leads to the pages beside it, within the search', () => {
    const address = '/book-event-main?by=date&for=corporate&date=next-month'
    const at = (query: string) => `${address}${query}#upcoming-events`
    expect(links(1, 50)).toEqual([])
    expect(links(1, 0)).toEqual([])
    expect(links(1, 51)).toEqual([{ rel: 'next', href: at('&page=2'), label: 'Next' }])
    expect(links(2, 101)).toEqual([
      { rel: 'prev', href: at(''), label: 'Previous' },
      { rel: 'next', href: at('&page=3'), label: 'Next' },
    ])
    expect(links(2, 100).map(({ rel }) => rel)).toEqual(['prev'])
  })

  it('says which events of how many it shows', () => {
    const words = (number: number, shown: number, total: number) =>
      countInWords({ page: number, shown, total })
    expect(words(1, 0, 0)).toBe('0 events found')
    expect(words(1, 1, 1)).toBe('1 event found')
    expect(words(1, 50, 50)).toBe('50 events found, soonest first')
    expect(words(2, 50, 1553)).toBe('Showing 51 to 100 of 1,553 events, soonest first')
    expect(words(32, 3, 1553)).toBe('Showing 1,551 to 1,553 of 1,553 events, soonest first')
    expect(words(2, 1, 51)).toBe('Showing event 51 of 51, soonest first')
  })
})
