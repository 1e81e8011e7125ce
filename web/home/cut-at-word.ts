/**
 * The beginning of a text, at most `limit` characters of it, without half a word at its end and
 * followed by '...'. A text that is short enough comes back as it is.
 */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const words = text.slice(0, limit + 1).replace(/\s+\S*$/, '')
  return `${words.slice(0, limit).replace(/[\s,;:.]+$/, '')}...`
}
