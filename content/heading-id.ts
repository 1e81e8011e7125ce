/** 'What is PSA?' is 'what-is-psa'. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
