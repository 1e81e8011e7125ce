import type { ScreenKey } from '../parts/use-keys.ts'

/** The keys of every screen. Screens with keys of their own list them instead of the help. */
export const SHELL_KEYS: readonly ScreenKey[] = [
  { key: '/', label: 'Search the office', target: 'search input' },
  { key: '?', label: 'Help on this screen', target: '#keys, body:not(:has(#keys)) #help' },
]
