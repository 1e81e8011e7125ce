import { isDeepStrictEqual } from 'node:util'

/** The changed columns before and after. */
export function differences<T extends object>(before: T, changes: Partial<T>) {
  const changed = Object.entries(changes).filter(
    ([name, value]) => !isDeepStrictEqual(value, Reflect.get(before, name)),
  )
  const names = changed.map(([name]) => name)
  const old = Object.entries(before).filter(([name]) => names.includes(name))
  return { before: forAudit(Object.fromEntries(old)), after: forAudit(Object.fromEntries(changed)) }
}

/** Without the code's hash. */
export function forAudit({ accessCodeHash, ...columns }: Record<string, unknown>) {
  return accessCodeHash === undefined ? columns : { ...columns, accessCode: 'changed' }
}
