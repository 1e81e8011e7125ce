import { createContext } from 'react-router'

/** The external article of one news item; the server sets its address. */
export const externalNews = createContext<string>('https://example.org/news')
