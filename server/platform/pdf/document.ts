export type Pdf = PDFKit.PDFDocument

/** Points a millimetre. */
export const MM = 72 / 25.4

/**
 * An empty tagged document without a page; `size` in millimetres. Its library, 2 MB of source with
 * that of the fonts, is loaded on first use.
 */
export async function openPdf({
  title,
  size,
  at,
}: {
  title: string
  size: { width: number; height: number }
  at: Date
}): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit')
  return new PDFDocument({
    size: [size.width * MM, size.height * MM],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: 'en-GB',
    pdfVersion: '1.7',
    info: { Title: title, Author: 'CHAPS', CreationDate: at },
  })
}

export async function pdfBytes(doc: Pdf): Promise<Buffer> {
  doc.end()
  const parts: Buffer[] = []
  for await (const part of doc) parts.push(part)
  return Buffer.concat(parts)
}
