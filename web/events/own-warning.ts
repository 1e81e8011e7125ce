import { createContext } from 'react-router'
import type { EventWarning } from '../../domain/charity.ts'

/** What the charity says on the page of every event, as it is when the page is rendered. */
export const ownWarning = createContext<EventWarning>({
  event_warning_title: '',
  event_warning: '',
})
