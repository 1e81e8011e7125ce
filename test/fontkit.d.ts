declare module 'fontkit' {
  export type Font = { hasGlyphForCodePoint(point: number): boolean }
  export function create(file: Buffer): Font
}
