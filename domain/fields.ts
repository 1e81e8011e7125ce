// Helpers for lists of fields. The keys of a list are the names in the API.

export function namesOf<Name extends string>(list: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(list) as Name[]
}

/** The same keys, each with what `toValue` returns for its entry. */
export function mapValues<Name extends string, Entry, Value>(
  list: Readonly<Record<Name, Entry>>,
  toValue: (entry: Entry, name: Name) => Value,
): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {}
  for (const name of namesOf(list)) values[name] = toValue(list[name], name)
  return values as Record<Name, Value>
}

type StoredFields = Record<string, { column: string }>

/** By column, what `Values` has by field; its other values are no fields. */
type Columns<List extends StoredFields, Values> = {
  [Name in keyof Values as Name extends keyof List ? List[Name]['column'] : never]: Exclude<
    Values[Name],
    undefined
  >
}

/** The given values under the names of their columns; a field that is left out stays out. */
export function toColumns<List extends StoredFields, Values extends object>(
  list: List,
  values: Values,
): Columns<List, Values> {
  const given = new Map(Object.entries(values).filter(([, value]) => value !== undefined))
  const named = Object.entries(list).filter(([name]) => given.has(name))
  const columns: object = Object.fromEntries(
    named.map(([name, { column }]) => [column, given.get(name)]),
  )
  return columns as Columns<List, Values>
}

/** The values of a row under the names of their fields. */
export function toFields<Row extends object, List extends Record<string, { column: keyof Row }>>(
  list: List,
  row: Row,
) {
  return mapValues(list, ({ column }) => row[column]) as {
    [Name in keyof List]: Row[List[Name]['column']]
  }
}

/** The values of a row whose names are keys of `columns`. */
export function pick<Name extends string, Row extends Record<Name, unknown>>(
  columns: Readonly<Record<Name, unknown>>,
  row: Row,
) {
  return mapValues(columns, (_, name) => row[name]) as Pick<Row, Name>
}

/** The values of which `isPicked` is true. */
export function pickIf<Values extends object>(
  values: Values,
  isPicked: (name: Extract<keyof Values, string>) => boolean,
): Partial<Values> {
  const picked: Partial<Values> = {}
  for (const name in values) if (isPicked(name)) picked[name] = values[name]
  return picked
}
