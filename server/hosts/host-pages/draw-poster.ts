import type { Charity } from '../../../domain/charity.ts'
import type { HostPage } from '../../../domain/host-schemas.ts'
import { longDate } from '../../../domain/uk-time.ts'
import { MM, openPdf, type Pdf, pdfBytes } from '../../platform/pdf/document.ts'
import { artifact, type Element, startStructure, tagged } from '../../platform/pdf/tags.ts'
import { drawLine, wrap } from '../../platform/pdf/text.ts'
import { qrPng } from '../../platform/qr-png.ts'

/** Millimetres, A4 upright. */
const PAGE = { width: 210, height: 297 }
const MARGIN = 22
const BAND = 46
const CODE = 78
const NAVY = '#10243e'
const SAGE = '#b2c8b8'
const INK = '#17202b'

type PosterPage = Pick<
  HostPage,
  'event_id' | 'event_name' | 'date' | 'start_time' | 'end_time' | 'place' | 'is_private'
>

/** An A4 poster with a QR code that opens the event's page. A clinician has to approve the words. */
export async function drawPoster(
  page: PosterPage,
  { publicUrl, charity, at }: { publicUrl: string; charity: Charity; at: Date },
): Promise<Buffer> {
  const title = `PSA blood test: ${page.event_name}`
  const address = `${publicUrl}/event/${page.event_id}`
  const doc = await openPdf({ title, size: PAGE, at })
  const root = startStructure(doc)
  doc.addPage()
  artifact(doc, () => doc.rect(0, 0, PAGE.width * MM, BAND * MM).fill(NAVY))
  line(doc, root, { text: 'CHAPS', y: 20, size: 26, weight: 'bold', color: SAGE, type: 'P' })
  line(doc, root, { text: charity.tagline, y: 32, size: 15, color: '#ffffff', type: 'P' })
  let y = BAND + 24
  const say = (text: string, size: number, { type = 'P', bold = false } = {}) => {
    const weight = bold ? ('bold' as const) : ('regular' as const)
    for (const part of wrap(doc, text, { size, weight, width: (PAGE.width - 2 * MARGIN) * MM })) {
      line(doc, root, { text: part, y, size, weight, color: INK, type })
      y += (size * 1.25) / MM
    }
  }
  say('A PSA blood test near you', 34, { type: 'H1', bold: true })
  y += 3
  say(page.event_name, 22, { bold: true })
  say(`${longDate(page.date)}, ${page.start_time} to ${page.end_time}`, 20)
  if (page.place !== '') say(page.place, 18)
  y += 4
  say(
    'For men aged 40 to 80. A raised PSA is not a diagnosis, and a normal PSA does not rule cancer out. Read about the benefits and risks before you choose.',
    15,
  )
  if (page.is_private) say('To book, you need the access code from your host.', 15)
  const top = Math.max(y + 4, PAGE.height - CODE - 42)
  drawCode(doc, root, { address, top })
  line(doc, root, {
    text: `Book on our website, or call ${charity.booking_helpline} (${charity.helpline_hours})`,
    y: PAGE.height - 24,
    size: 14,
    color: INK,
    type: 'P',
  })
  line(doc, root, { text: address, y: PAGE.height - 16, size: 12, color: INK, type: 'P' })
  root.end()
  return pdfBytes(doc)
}

function drawCode(
  doc: Pdf,
  root: Element,
  { address, top }: { address: string; top: number },
): void {
  const alt = `QR code: book at ${address}`
  const left = (PAGE.width - CODE) / 2
  root.add(
    doc.struct('Figure', { alt }, () => {
      doc.image(qrPng(address), left * MM, top * MM, { width: CODE * MM })
    }),
  )
}

function line(
  doc: Pdf,
  root: Element,
  {
    text,
    y,
    color,
    type,
    ...style
  }: {
    text: string
    y: number
    size: number
    weight?: 'bold' | 'regular'
    color: string
    type: string
  },
): void {
  tagged(doc, root, type, () => {
    doc.fillColor(color)
    drawLine(doc, text, { ...style, x: MARGIN * MM, y: y * MM })
  })
}
