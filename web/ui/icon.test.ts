import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ICON_NAMES } from './icon-names.ts'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('every icon has its row in the style sheet and its shape in the sprite', () => {
  const rows = [...read('icon-rows.css').matchAll(/\[data-icon='(.+)'\] \{\n {2}--row: (\d+)/g)]
  expect(rows.map(([, name]) => name)).toEqual([...ICON_NAMES])
  expect(rows.map(([, , row]) => Number(row))).toEqual(ICON_NAMES.map((_, index) => index))
  expect(read('art/icons.svg').match(/<path/g)).toHaveLength(ICON_NAMES.length)
  expect(read('icon-rows.css')).toContain(`--rows: ${ICON_NAMES.length};`)
})
