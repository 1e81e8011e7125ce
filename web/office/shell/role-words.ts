/** 'Office, treasurer'. */
export function roleWords(roles: readonly string[]): string {
  const words = roles.join(', ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
