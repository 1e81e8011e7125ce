/** 'Office, treasurer'. */
export function roleText(roles: readonly string[]): string {
  const text = roles.join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
