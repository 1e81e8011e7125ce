/**
 * The code points that the fonts of printed documents have, as hexadecimal ranges; a test of
 * server/platform/pdf compares them with the fonts.
 */
const PRINTED = `20-7e a0-12b 12e-131 134-165 168-17f 18f 192 1a0-1a1 1af-1b0 1cd-1dc 1e6-1e7 1f8-1f9
218-21b 237 251 259 261 2b0 2b2-2b3 2b7-2b8 2bb-2bc 2be-2bf 2c6-2cc 2da 2dc-2dd 2e1-2e3 300-301
303-304 308-309 323 329 374-375 37e 384-38a 38c 38e-3a1 3a3-3ce 3d7 3d9 3db 3dd 3e1 400-45f 462-463
472-475 490-493 496-49b 4a0-4a3 4aa-4ab 4ae-4b3 4b6-4b7 4ba-4bb 4c0-4c2 4cf-4d1 4d4-4d9 4e2-4e3
4e6-4e9 4ee-4ef 4f2-4f3 1d43 1d47-1d49 1d4d 1d4f-1d50 1d52 1d56-1d58 1d5b 1d9c 1da0 1dbb 1e0c-1e0f
1e20-1e21 1e24-1e25 1e2a-1e2b 1e36-1e3b 1e3e-1e3f 1e42-1e49 1e5a-1e63 1e6c-1e6f 1e80-1e85 1e8e-1e8f
1e92-1e93 1e97 1e9e 1ea0-1ef9 2002 2009 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a
2044 20a1 20a4 20a6-20a7 20a9 20ab-20ac 20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bd 20bf 2113 2116 2122
2191 2193 2212 2215`

const RANGES = PRINTED.split(/\s+/).map((range) => {
  const [from = '', to = from] = range.split('-')
  return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }
})

/** Whether the fonts have this one character. */
export function hasGlyph(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return RANGES.some(({ from, to }) => point >= from && point <= to)
}

/**
 * The text as documents print it: composed, without invisible marks, other spaces and hyphens as the
 * common ones, and a character that the fonts lack as its parts where they have those ('ﬁ' as 'fi').
 * What they lack after that is left as it is.
 */
export function printable(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Cc}+|[\p{Zs}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
    .replace(/[\u2010\u2011]/gu, '-')
  return [...plain].map((one) => (hasGlyph(one) ? one : partsOf(one))).join('')
}

/** Whether documents show every letter of the text. */
export function canPrint(text: string): boolean {
  return [...printable(text)].every(hasGlyph)
}

function partsOf(character: string): string {
  const parts = character.normalize('NFKC')
  return [...parts].every(hasGlyph) ? parts : character
}
