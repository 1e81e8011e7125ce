import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** A text of a page; millimetres from the top left corner to its base line, and its size. */
export type Printed = { text: string; left: number; right: number; base: number; size: number }

const POINT = 25.4 / 72

/** The texts of each page in the order of the document. */
export async function readPdf(pdf: Uint8Array): Promise<Printed[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const pages: Printed[][] = []
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    pages.push(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , size = 0, x = 0, y = 0] = item.transform
        return {
          text: item.str,
          left: x * POINT,
          right: (x + item.width) * POINT,
          base: (height - y) * POINT,
          size: size * POINT,
        }
      }),
    )
  }
  await task.destroy()
  return pages
}
