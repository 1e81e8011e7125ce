/** The file of `pixels`, four bytes each: red, green, blue, and one that is not read. */
export function palettePng(drawing: { pixels: Buffer; width: number; height: number }): Buffer
