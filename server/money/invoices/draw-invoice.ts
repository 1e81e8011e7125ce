import type { Charity } from '../../../domain/charity.ts'
import { CHARITY_NAME } from '../../../domain/charity-name.ts'
import { pounds } from '../../../domain/money.ts'
import { INVOICE_KIND_LABELS, type Invoice } from '../../../domain/office/invoices.ts'
import { dayInWords, ukInstant } from '../../../domain/uk-time.ts'
import { letterPdf } from '../../messages/letters/letter-pdf.ts'

/** The invoice as it was issued; one that was cancelled says by which credit note. */
export function drawInvoice(invoice: Invoice, charity: Charity): Promise<Buffer> {
  const { number, kind, credit_note: note } = invoice
  return draw(invoice, charity, {
    title: `${INVOICE_KIND_LABELS[kind]} ${number}`,
    on: invoice.issued_on,
    lines: [
      ['Number', number],
      ['Date', dayInWords(invoice.issued_on)],
      ['For', invoice.description],
      ['Event', `${invoice.event_name}, ${dayInWords(invoice.event_date)}`],
      ['Amount', pounds(invoice.amount_pence)],
      ['VAT', charity.vat_line],
      ['Please pay by', dayInWords(invoice.due_on)],
    ],
    closing: note
      ? `This invoice was cancelled by credit note ${note.number} on ${dayInWords(note.issued_on)}. There is nothing to pay.`
      : charity.pay_invoices_to,
  })
}

/** The credit note of a cancelled invoice; null while it stands. */
export async function drawCreditNote(invoice: Invoice, charity: Charity): Promise<Buffer | null> {
  const { credit_note: note, number } = invoice
  if (!note) return null
  return draw(invoice, charity, {
    title: `${INVOICE_KIND_LABELS['credit note']} ${note.number}`,
    on: note.issued_on,
    lines: [
      ['Number', note.number],
      ['Date', dayInWords(note.issued_on)],
      ['Cancels invoice', `${number} of ${dayInWords(invoice.issued_on)}`],
      ['Reason', note.reason],
      ['Amount', pounds(invoice.amount_pence)],
      ['VAT', charity.vat_line],
    ],
    closing:
      'There is nothing to pay for this invoice. We will refund what we have received for it.',
  })
}

function draw(
  { host_name: host, address_lines: address }: Invoice,
  charity: Charity,
  document: { title: string; on: string; lines: [string, string][]; closing: string },
): Promise<Buffer> {
  const { title, on, lines, closing } = document
  const letter = {
    title,
    to: [host, ...address],
    reference: title,
    isLargePrint: false,
    at: ukInstant(on, '12:00'),
    parts: [
      { paragraph: lines.map(([label, text]) => `${label}: ${text}`).join('\n') },
      { paragraph: closing },
      { paragraph: `${CHARITY_NAME}. ${charity.registration}.` },
    ],
  }
  return letterPdf(letter, charity)
}
