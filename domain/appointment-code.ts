import { checkSymbolOf } from './check-symbol.ts'

const SYMBOLS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const NAME = 'CHAPS'

/**
 * The text of an appointment's QR code: 'CHAPS-K7QM-2XRD-F', the booking reference between the
 * charity's name, which tells it from the code of a tube, and a check symbol, by which a misread
 * code is seen without a network. It is no link and names nobody: a photographed code tells nothing
 * about a person and opens nothing. It stays the same when the appointment is moved or cancelled.
 */
export function appointmentCodeOf(reference: string): string {
  return `${NAME}-${reference}-${checkSymbolOf(NAME + plainCode(reference), SYMBOLS)}`
}

/**
 * The reference without its hyphen, 'misread' for a code with a wrong check symbol, or null for
 * another text. Signs are ignored, since a keyboard scanner types those of its own country.
 */
export function readAppointmentCode(text: string): { reference: string } | 'misread' | null {
  const code = plainCode(text)
  if (!code.startsWith(NAME)) return null
  const body = code.slice(0, -1)
  if (body.length <= NAME.length || checkSymbolOf(body, SYMBOLS) !== code.at(-1)) return 'misread'
  return { reference: body.slice(NAME.length) }
}

/** Capitals and digits alone. */
export function plainCode(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
}
