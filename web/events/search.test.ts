import { describe, expect, it } from 'vitest'
import { bothInWords, filtersOf, isNarrowed, readSearch } from './search.ts'

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
    expect(words('date=next-week&location=Leeds')).toBe('next week, “Leeds”')
    expect(words('date=next-week')).toBeNull()
    expect(words('location=Leeds')).toBeNull()
  })

  it('shows the place tab for a link that names a place only', () => {
    expect(readSearch(new URLSearchParams('location=Leeds')).by).toBe('location')
    expect(filters('location=Leeds')).toEqual({ location: 'Leeds' })
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
