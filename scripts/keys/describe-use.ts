import type { KeyUse } from '../../server/operations/key-rotation/count-sealed.ts'

/** 'Key "1" (former): 12 values (consents.sealed 12). ...' */
export function describeUse({ name, role, counts }: KeyUse): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const places = [...counts].map(([what, count]) => `${what} ${count}`).join(', ')
  const values = total > 0 ? `${total} values (${places})` : 'seals nothing'
  return `Key "${name}" (${role}): ${values}.${ADVICE[role](total > 0, name)}`
}

const ADVICE: Record<KeyUse['role'], (isUsed: boolean, name: string) => string> = {
  current: () => '',
  index: (isUsed) => (isUsed ? ' Stays as index key; reseal its values.' : ' Stays as index key.'),
  former: (isUsed, name) =>
    isUsed ? ' Run "npm run ops -- keys reseal".' : ` Can go: npm run ops -- keys retire ${name}`,
}
