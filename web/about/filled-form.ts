import { createContext } from 'react-router'
import type { FilledForm } from '../../domain/contact.ts'

/** What the server puts here when it shows the form again; a page that was not sent has none. */
export const filledForm = createContext<FilledForm | null>(null)
