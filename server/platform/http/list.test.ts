import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { csvOf, idIn, type Key, type Page, sendList, startAndIdIn } from './list.ts'

describe('the key of a last row', () => {
  test('is an id, or a time and an id, and null at the beginning', () => {
    expect(idIn([7])).toBe(7)
    expect(idIn(null)).toBeNull()
    expect(startAndIdIn([1_000, 7])).toEqual({ startsAt: new Date(1_000), id: 7 })
    expect(startAndIdIn(null)).toBeNull()
  })

  test.each<Key>([[], ['7'], [0.5], [2 ** 53], [8_640_000_000_000_001, 7], [1_000, 'seven']])(
    'is refused when no list has written it: %j, %j',
    (...key) => {
      expect(() => [startAndIdIn(key), idIn(key.slice(1))]).toThrow()
    },
  )
})

describe('the file of a list', () => {
  async function fileOf(total: number, query = '') {
    const app = Fastify()
    const exports: number[] = []
    const load = async ({ after, limit }: Page) => {
      const from = (idIn(after) ?? 0) + 1
      const length = Math.min(limit, total + 1 - from)
      const rows = Array.from({ length }, (_, at) => ({
        id: from + at,
        name: `=SUM(${from + at})`,
      }))
      return { rows, total }
    }
    app.get('/rows', (request, reply) =>
      sendList<{ id: number; name: string }>(Object(request), reply, {
        name: 'rows',
        load,
        keyOf: ({ id }) => [id],
        exported: async (rows) => void exports.push(rows),
      }),
    )
    const answer = await app.inject({ url: `/rows${query}`, headers: { accept: 'text/csv' } })
    await app.close()
    return { ...answer, lines: answer.body.trimEnd().split('\n'), exports }
  }

  test.each([1, 1_999, 2_000, 2_001, 20_001])('has all of its %i rows once', async (total) => {
    const { lines, exports, headers } = await fileOf(total)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(lines[0]).toBe('\uFEFFNumber,Name')
    const ids = lines.slice(1).map((line) => Number.parseInt(line, 10))
    expect(ids).toEqual(Array.from({ length: total }, (_, at) => at + 1))
    expect(lines.at(-1)).toBe(`${total},'=SUM(${total})`)
    expect(exports).toEqual([total])
  })

  test('has the names of the API for a program', async () => {
    const { lines } = await fileOf(2, '?raw=1')
    expect(lines).toEqual(['\uFEFFid,name', "1,'=SUM(1)", "2,'=SUM(2)"])
  })

  test('is empty when the list is', async () => {
    expect(await fileOf(0)).toMatchObject({ body: '', exports: [0] })
  })
})

test('a field that only some rows have is a column of its own and moves no other', () => {
  const rows = [
    { id: 1, state: 'paid' },
    { id: 2, is_undone: true, state: 'refunded' },
  ]
  expect(csvOf(rows)).toBe('\uFEFFid,state,is_undone\n1,paid,\n2,refunded,true\n')
})

test('amounts below zero stay amounts, and a text that begins like a formula stays a text', () => {
  expect(csvOf([{ net: '-0.50', note: '-2+3' }])).toBe("\uFEFFnet,note\n-0.50,'-2+3\n")
})
