// Sample names: the specification gives none.

/** Shapes of a supporter's sign, drawn in web/ui/art/wordmark.tsx. */
export type Sign = 'arc' | 'leaf' | 'wave' | 'ring' | 'chevron' | 'sun' | 'square'

export type Supporter = { name: string; kind: string; sign: Sign }

export const SUPPORTERS: readonly Supporter[] = [
  { name: 'Sample Lodge', kind: 'Freemasons', sign: 'chevron' },
  { name: 'Fenmark', kind: 'Engineering', sign: 'square' },
  { name: 'Harbourline', kind: 'Ferries', sign: 'wave' },
  { name: 'Oakley & Thorn', kind: 'Timber', sign: 'leaf' },
  { name: 'Lowfield Town', kind: 'Football club', sign: 'ring' },
  { name: 'Brightwell', kind: 'Energy', sign: 'sun' },
  { name: 'Sample Rotary', kind: 'Club', sign: 'ring' },
  { name: 'Eastmere', kind: 'Building society', sign: 'arc' },
  { name: 'Quayside Print', kind: 'Printers', sign: 'square' },
  { name: 'Marram', kind: 'Insurance', sign: 'leaf' },
  { name: 'Sample Lions', kind: 'Club', sign: 'sun' },
  { name: 'Tidewell', kind: 'Water', sign: 'wave' },
  { name: 'Hill & Hollow', kind: 'Brewery', sign: 'arc' },
  { name: 'Northgate', kind: 'Logistics', sign: 'chevron' },
]
