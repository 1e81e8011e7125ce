export const FEW = { members: 100, events: 100 }
export const MANY = { members: 300_000, events: 2_000 }

/** As many times as with FEW may a page of a list take with MANY. */
export const AT_MOST = 3

/** By what they show; the rows are those of fillLists. */
export const LISTS = {
  'the first members': '/api/office/members',
  'the newest members': '/api/office/members?sort=newest',
  'a member by name': '/api/office/members?q=Lasthh',
  'a member with one letter wrong': '/api/office/members?q=Firsta+Lastdjaxa',
  'a member by the end of a number': '/api/office/members?q=000+077',
  'a member by e-mail address': '/api/office/members?q=listed-77@example.org',
  'a member by birth date': '/api/office/members?q=1945-06-01',
  'the events': '/api/office/events',
  'an event by name': '/api/office/events?q=Listed 77',
  'the likely doubles': '/api/office/doubles',
  'the likely doubles further on': `/api/office/doubles?after=${keyOf([151_000, 277_000])}`,
  'the tasks': '/api/office/loops',
  'the overdue tasks': '/api/office/loops?tab=overdue',
  'the tasks to come': '/api/office/loops?tab=later',
  'the start page': '/api/office/today',
  'the search box': '/api/office/search?q=Lasthh',
}

function keyOf(pair: [number, number]): string {
  return Buffer.from(JSON.stringify(pair)).toString('base64url')
}
