import { describe, expect, test } from 'vitest'
import { archiveChoices, newsAddress, newsDate, pageOfNews, readNewsQuery } from './news-query.ts'

const read = (query: string) => readNewsQuery(new URLSearchParams(query))
const news = Array.from({ length: 9 }, (_, i) => ({ date: `2025-0${9 - i}-01` }))
const days = ({ items }: { items: { date: string }[] }) => items.map(({ date }) => date.slice(5, 7))

describe('an address of the news list', () => {
  test.each([
    ['', { archive: '', page: 1 }],
    ['page=3', { archive: '', page: 3 }],
    ['archive=2023-08', { archive: '2023-08', page: 1 }],
    ['archive=2023-08&page=2', { archive: '2023-08', page: 2 }],
    ['archive=2023-13', { archive: '', page: 1 }],
    ['archive=August', { archive: '', page: 1 }],
    ['page=0', { archive: '', page: 1 }],
    ['page=-1', { archive: '', page: 1 }],
    ['page=1.5', { archive: '', page: 1 }],
    ['page=99999999999999999999', { archive: '', page: 1 }],
    ['page=%00&archive=%3Cscript%3E', { archive: '', page: 1 }],
  ])('?%s is read as %j', (search, query) => {
    expect(read(search)).toEqual(query)
  })

  test('is read as it is written', () => {
    const query = { archive: '2023-08', page: 2 }
    expect(newsAddress('/news', query)).toBe('/news?archive=2023-08&page=2')
    expect(read(newsAddress('', query).slice(1))).toEqual(query)
    expect(newsAddress('/news', { archive: '', page: 1 })).toBe('/news')
  })
})

describe('a page of news', () => {
  test('has four items; the last page has the rest', () => {
    expect(days(pageOfNews(news, read('')))).toEqual(['09', '08', '07', '06'])
    const last = pageOfNews(news, read('page=3'))
    expect([days(last), last.pages, last.total]).toEqual([['01'], 3, 9])
  })

  test('is the first one when there is no such page', () => {
    expect(pageOfNews(news, read('page=4'))).toEqual(pageOfNews(news, read('')))
  })

  test('has the items of the month, or none', () => {
    expect(days(pageOfNews(news, read('archive=2025-03')))).toEqual(['03'])
    const none = pageOfNews(news, read('archive=2020-05&page=2'))
    expect(none).toEqual({ archive: '2020-05', page: 1, pages: 0, total: 0, items: [] })
  })
})

test('the filter offers all news, then each month once, latest first', () => {
  expect(archiveChoices(['2020-01', '2025-07', '2023-08', '2020-01', ''])).toEqual([
    ['', 'All News'],
    ['2025-07', 'July 2025'],
    ['2023-08', 'August 2023'],
    ['2020-01', 'January 2020'],
  ])
})

test('a date is shown as DD Month YYYY', () => {
  expect(newsDate('2025-02-04')).toBe('04 February 2025')
  expect(newsDate('2021-09-14')).toBe('14 September 2021')
})
