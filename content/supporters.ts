// Invented names: the specification gives none. SAMPLE_PEOPLE in charity.ts says so on the page.

/** Shapes of a supporter's sign, drawn in web/ui/art/wordmark.tsx; each supporter has its own. */
export type Sign =
  | 'arc'
  | 'leaf'
  | 'wave'
  | 'ring'
  | 'chevron'
  | 'sun'
  | 'square'
  | 'anchor'
  | 'house'
  | 'page'
  | 'shield'
  | 'drop'
  | 'wheel'
  | 'peak'

export type Supporter = { name: string; kind: string; sign: Sign }

export const SUPPORTERS: readonly Supporter[] = [
  { name: 'Stour Vale Lodge', kind: 'Freemasons', sign: 'chevron' },
  { name: 'Fenmark', kind: 'Engineering', sign: 'square' },
  { name: 'Harbourline', kind: 'Ferries', sign: 'anchor' },
  { name: 'Oakley & Thorn', kind: 'Timber', sign: 'leaf' },
  { name: 'Lowfield Town', kind: 'Football club', sign: 'ring' },
  { name: 'Brightwell', kind: 'Energy', sign: 'sun' },
  { name: 'Colneside Rotary', kind: 'Club', sign: 'wheel' },
  { name: 'Eastmere', kind: 'Building society', sign: 'house' },
  { name: 'Quayside Print', kind: 'Printers', sign: 'page' },
  { name: 'Marram', kind: 'Insurance', sign: 'shield' },
  { name: 'Blackwater Lions', kind: 'Club', sign: 'arc' },
  { name: 'Tidewell', kind: 'Water', sign: 'drop' },
  { name: 'Hill & Hollow', kind: 'Brewery', sign: 'peak' },
  { name: 'Northgate', kind: 'Logistics', sign: 'wave' },
]
