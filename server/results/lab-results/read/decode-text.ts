const ENCODINGS = [
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
]
const MOST_OF_A_HEADER = 2_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none but these.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u0080-\u0084\u0086-\u009f\ufffd]/

/**
 * The text by its byte-order mark, else UTF-8, else the character set that an HL7 message names, else
 * Windows-1252; null when it is none. The vertical tab and file separator that frame an HL7 message
 * (MLLP) are left out.
 */
export function decodeText(bytes: Buffer): string | null {
  const marked = ENCODINGS.find(({ mark }) => mark.every((byte, place) => bytes[place] === byte))
  const text = marked
    ? decode(bytes, marked.name)
    : (decode(bytes, 'utf-8') ?? decode(bytes, isoNamedIn(bytes) ?? 'windows-1252'))
  const plain = text?.replaceAll('\u000b', '').replaceAll('\u001c', '')
  return plain === undefined || CONTROLS.test(plain) ? null : plain
}

/** Of the bytes that an escape such as '\XFC\' writes. */
export function decodeHex(digits: string): string {
  const bytes = Buffer.from(digits, 'hex')
  return decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252') ?? ''
}

/** 'iso-8859-2' of '8859/2' in MSH-18 (table 0211). */
function isoNamedIn(bytes: Buffer): string | null {
  const head = bytes.subarray(0, MOST_OF_A_HEADER).toString('latin1').replaceAll('\u000b', '')
  if (!head.startsWith('MSH')) return null
  const named = head.split(/[\r\n]/, 1)[0]?.split(head[3] ?? '|')[17] ?? ''
  const part = /^8859\/([1-9]|1[013456])(?!\d)/.exec(named.trim())?.[1]
  return part === undefined ? null : `iso-8859-${part}`
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
