/** Both parts joined are the text; the second is '' when the text is short enough. */
export function splitAtWord(text: string, limit: number): [beginning: string, rest: string] {
  if (text.length <= limit) return [text, '']
  const words = text.slice(0, limit + 1).replace(/\s+\S*$/, '')
  const beginning = words.slice(0, limit).replace(/[\s,;:.]+$/, '')
  return [beginning, text.slice(beginning.length)]
}
