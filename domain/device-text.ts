// The order matters: many user agents also contain the names of the browsers they derive from.
const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\/|Opera/],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
]
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
]

/** 'Chrome on Windows'. */
export function deviceText(userAgent: string | null): string {
  const nameIn = (patterns: [string, RegExp][]) =>
    patterns.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (!browser && !system) return 'An unknown device'
  return [browser ?? 'A browser', system && `on ${system}`].filter(Boolean).join(' ')
}
