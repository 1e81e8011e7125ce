import type { Pdf } from './document.ts'

export type Element = PDFKit.PDFStructureElement

/** The element that all others are in; everything else on a page is an artifact. */
export function startStructure(doc: Pdf): Element {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return root
}

export function addElement(doc: Pdf, parent: Element, type: string): Element {
  const element = doc.struct(type)
  parent.add(element)
  return element
}

// Its types do not know the scope.
const COLUMN_HEADER: PDFKit.Mixins.StructureElementOptions & { scope: string } = { scope: 'Column' }

/** Draws what a screen reader finds in `parent` as one `type`, such as H1 or TD. */
export function tagged(doc: Pdf, parent: Element, type: string, draw: () => void): void {
  const options = type === 'TH' ? COLUMN_HEADER : {}
  parent.add(doc.struct(type, options, draw))
}

/** Draws what belongs to the page and not to the text. */
export function artifact(doc: Pdf, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}
