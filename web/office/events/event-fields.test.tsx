import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EVENT_TEXTS } from '../../../domain/office/event-fields.ts'
import { EventFields } from './event-fields.tsx'

// A text without its box would be read as empty, and saving the form would lose it.
test('each text of an event has its box on the form', () => {
  const form = renderToStaticMarkup(
    <EventFields event={null} products={[]} labs={[]} errorOf={() => undefined} />,
  )
  const names = Object.keys(EVENT_TEXTS)
  expect(names.filter((name) => !form.includes(` name="${name}"`))).toEqual([])
  expect(names.length).toBeGreaterThan(10)
})
