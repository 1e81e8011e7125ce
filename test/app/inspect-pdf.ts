// What a reader sees of a PDF: its text with its place, its pages as pictures, and the barcodes on
// them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const MM = 72 / 25.4
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })

/** Millimetres from the page's top left corner; `y` is the baseline. */
export type PlacedText = { text: string; x: number; y: number; width: number; height: number }
type Box = { x: number; y: number; width: number; height: number }

export async function inspectPdf(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { info } = await document.getMetadata()
  // A Map, whatever its type says.
  const marks: unknown = await document.getMarkInfo()
  return {
    pages: document.numPages,
    info: Object(info),
    isTagged: marks instanceof Map && marks.get('Marked') === true,

    /** The types of the elements that have something on the page, in order. */
    async elements(number: number): Promise<string[]> {
      const page = await document.getPage(number)
      const rolesOf = (node: object): string[] => {
        const { role, type, children = [] } = Object(node)
        const within: string[] = children.flatMap(rolesOf)
        if (type === 'content') return ['content']
        return within.length > 0 && role ? [role, ...within] : within
      }
      const roles = rolesOf(await page.getStructTree())
      return roles.filter((role) => role !== 'content')
    },

    async text(number: number): Promise<PlacedText[]> {
      const page = await document.getPage(number)
      const { height } = page.getViewport({ scale: 1 })
      const { items } = await page.getTextContent()
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== ''
          ? [
              {
                text: item.str,
                x: item.transform[4] / MM,
                y: (height - item.transform[5]) / MM,
                width: item.width / MM,
                height: item.height / MM,
              },
            ]
          : [],
      )
    },

    async render(number: number, dpi = 300): Promise<Picture> {
      const page = await document.getPage(number)
      const viewport = page.getViewport({ scale: dpi / 72 })
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
      // Its types are of a browser's canvas.
      await page.render({ canvas: canvas as never, viewport, background: '#fff' }).promise
      return new Picture(canvas, dpi)
    },
  }
}

class Picture {
  readonly #canvas: Canvas
  readonly #dots: number
  constructor(canvas: Canvas, dpi: number) {
    this.#canvas = canvas
    this.#dots = dpi / 25.4
  }

  /** The texts of all barcodes of the box. */
  async barcodes(box: Box): Promise<string[]> {
    const found = await readBarcodes(this.#cut(box).toBuffer('image/png'), {
      formats: ['Code128'],
      tryHarder: true,
    })
    return found.map(({ text }) => text)
  }

  /** Where anything is drawn; null for an empty box. */
  ink(box: Box): Box | null {
    const cut = this.#cut(box)
    const { data, width, height } = cut.getContext('2d').getImageData(0, 0, cut.width, cut.height)
    let [left, top, right, bottom] = [width, height, -1, -1]
    for (let n = 0; n < width * height; n += 1) {
      if ((data[4 * n] ?? 255) > 200) continue
      const [x, y] = [n % width, Math.floor(n / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
    if (right < 0) return null
    return {
      x: box.x + left / this.#dots,
      y: box.y + top / this.#dots,
      width: (right - left + 1) / this.#dots,
      height: (bottom - top + 1) / this.#dots,
    }
  }

  #cut({ x, y, width, height }: Box): Canvas {
    const size = [width, height].map((length) => Math.round(length * this.#dots))
    const cut = createCanvas(size[0] ?? 0, size[1] ?? 0)
    const context = cut.getContext('2d')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, cut.width, cut.height)
    context.drawImage(this.#canvas, -x * this.#dots, -y * this.#dots)
    return cut
  }
}
