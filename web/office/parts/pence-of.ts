/** '12.50' or '£12.50' is 1250; null for anything else. */
export function penceOf(typed: string): number | null {
  const [, whole, parts = ''] = /^£?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(parts.padEnd(2, '0'))
}
