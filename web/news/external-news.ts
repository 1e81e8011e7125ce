import { createContext } from 'react-router'

/** The article elsewhere that one piece of news leads to. The server puts its address here. */
export const externalNews = createContext<string>('https://example.org/news')
