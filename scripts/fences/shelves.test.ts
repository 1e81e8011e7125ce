import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { AUTH_ROOMS, ROOMS, SHELVES, WEB_ROOMS } from './shelves.ts'
import { withShelves } from './shelves-in-docs.ts'

const FOLDERS = new Set(
  globSync('server/*/**/*.ts').map((file) => dirname(file).slice('server/'.length)),
)

test('every folder of the server stands in a room of the table', () => {
  const isInRoom = (folder: string) =>
    ROOMS.includes(folder) ||
    ROOMS.some((room) => room.includes('/') && folder.startsWith(`${room}/`))
  expect([...FOLDERS].filter((folder) => !isInRoom(folder))).toEqual([])
})

test('every room of the table has files, and stands on its shelf', () => {
  expect(ROOMS.filter((room) => !FOLDERS.has(room))).toEqual([])
  for (const { name, rooms } of SHELVES)
    expect(rooms.filter((room) => room !== name && !room.startsWith(`${name}/`))).toEqual([])
})

test.each([
  ['auth', AUTH_ROOMS],
  ['web', WEB_ROOMS],
])('every folder of %s/ has its place in the order', (top, rooms) => {
  const folders = globSync(`${top}/*/**/*.{ts,tsx}`).map((file) => file.split('/')[1])
  expect([...new Set(folders)].sort()).toEqual(rooms.toSorted())
})

test('the architecture page shows the table: npm run shelves', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  expect(page).toBe(withShelves(page))
})
