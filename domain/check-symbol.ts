/**
 * The check symbol of `text` by the hybrid system of ISO/IEC 7064, MOD n + 1, n for n `symbols`: it
 * finds each wrong symbol, and nearly all that changed places. Symbols that are not listed count as
 * the first.
 */
export function checkSymbolOf(text: string, symbols: string): string {
  const n = symbols.length
  let product = n
  for (const symbol of text) {
    const sum = (product + Math.max(0, symbols.indexOf(symbol))) % n || n
    product = (sum * 2) % (n + 1)
  }
  return symbols.charAt((n + 1 - product) % n)
}
