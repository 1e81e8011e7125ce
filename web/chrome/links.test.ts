import { expect, test } from 'vitest'
import { currentMark, NAVIGATION } from './links.ts'

const marked = (pathname: string) =>
  NAVIGATION.flatMap((entry) => {
    const mark = currentMark(entry, pathname)
    return mark ? [`${entry.label}: ${mark}`] : []
  })

test.each([
  ['/', ['Home: page']],
  ['/news', ['News: page']],
  ['/news/patient-journey', ['News: true']],
  ['/information-hub/mens-health', ['Information hub: true']],
  ['/event/12', ['Events: true']],
  ['/book-event-main', ['Events: true']],
  ['/about-us', ['About us: page']],
  ['/login', []],
])('at %s the navigation marks %j', (pathname, marks) => {
  expect(marked(pathname)).toEqual(marks)
})
