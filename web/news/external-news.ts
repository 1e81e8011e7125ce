import { createContext } from 'react-router'

/** Address of the external article of one news item, set by the server. */
export const externalNews = createContext<string>('https://example.org/news')
