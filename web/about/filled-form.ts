import { createContext } from 'react-router'
import type { FilledForm } from '../../domain/contact.ts'

/** Set by the server when it renders a submitted form again; null otherwise. */
export const filledForm = createContext<FilledForm | null>(null)
