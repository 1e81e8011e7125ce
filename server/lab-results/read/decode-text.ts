const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
]
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none but these.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/

/**
 * The text by its byte-order mark, else UTF-8, else Windows-1252; null when it is neither. The
 * vertical tab and file separator that frame an HL7 message (MLLP) are left out.
 */
export function decodeText(bytes: Buffer): string | null {
  const marked = ENCODINGS.find(({ mark }) => mark.every((byte, place) => bytes[place] === byte))
  const text = marked
    ? decode(bytes, marked.name)
    : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'))
  const plain = text?.replaceAll('\u000b', '').replaceAll('\u001c', '')
  return plain === undefined || CONTROLS.test(plain) ? null : plain
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
