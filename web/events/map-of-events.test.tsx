import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { exampleEvent } from '../../test/app/example-event.ts'
import { type ListedEvent, toListedEvent } from './listed-event.server.ts'
import { mapNotes } from './map-notes.server.ts'
import { EventMapSection } from './map-of-event.tsx'
import { EventsMap } from './map-of-events.tsx'

const NO_TILES = { url: '', attribution: '' }

it('shows how many events of the list are not on the map', () => {
  const shown = (events: CharityEvent[]) => map(listed(events))
  expect(shown([at(1), at(2)])).toContain('The numbers match the list.')
  expect(shown([at(1), at(2)])).not.toContain('not on the map')
  expect(shown([at(1), nowhere(2)])).toContain('1 event in the list is not on the map.')
  expect(shown([nowhere(2)])).toBe('')
  expect(shown([at(1), nowhere(2), nowhere(3)])).toContain(
    '2 events in the list are not on the map.',
  )
})

it('says which pins are not in the list of this page', () => {
  const words = 'Pins without a number show venues whose next event is not on this page.'
  const events = listed([at(1), at(2)])
  expect(map(events, {})).toContain(words)
  expect(map(events)).not.toContain(words)
})

it('gives the address of a single event, and the way to a map elsewhere', () => {
  const words = renderToStaticMarkup(<EventMapSection event={at(1)} tiles={NO_TILES} />)
  expect(words).toContain('Town Hall, Colchester, CO1 1PJ. <a href="https://www.openstreetmap.org/')
})

it('leaves the map out of an older event, whose place has no coordinates', () => {
  expect(renderToStaticMarkup(<EventMapSection event={nowhere(1)} tiles={NO_TILES} />)).toBe('')
})

function map(events: ListedEvent[], wholeList?: object): string {
  const notes = mapNotes(events, wholeList !== undefined)
  return renderToStaticMarkup(
    <EventsMap events={events} tiles={NO_TILES} wholeList={wholeList} notes={notes} />,
  )
}

function listed(events: CharityEvent[]): ListedEvent[] {
  return events.map((event) => toListedEvent(event, new Date(0)))
}

function at(event_id: number): CharityEvent {
  return exampleEvent({ event_id, latitude: 51.8899, longitude: 0.901 })
}

function nowhere(event_id: number): CharityEvent {
  return { ...at(event_id), latitude: null, longitude: null }
}
