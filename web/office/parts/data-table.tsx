import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import styles from './data-table.module.css'
import { listAddress, nextSort, readListQuery, sortDirection } from './list-address.ts'
import { useListSearch } from './use-list-search.ts'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The column's name in `?sort=`, when the server can sort by it. */
  sort?: string
  /** For numbers and money. */
  align?: 'end'
}

type DataTableProps<Row> = {
  caption: string
  /** For a caption that repeats the heading above it. */
  hideCaption?: boolean | undefined
  /** The first one names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A dense table; on a phone each row becomes a card. Roles are named for the sake of the cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hideCaption, columns, rows, rowKey } = props
  const search = useListSearch()
  const navigate = useNavigate()
  const { sort } = readListQuery(search)
  const sortBy = (name: string) =>
    navigate(
      { search: listAddress(search, { sort: nextSort(sort, name) }) },
      { preventScrollReset: true },
    )
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table laid out as cards is none without them
    <table className={styles.table} role="table">
      <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, sort: name, align }) => (
            <th
              key={label}
              scope="col"
              role="columnheader"
              data-align={align}
              data-sorts={name !== undefined || undefined}
              aria-sort={name === undefined ? undefined : sortDirection(sort, name)}
            >
              {name === undefined ? (
                label
              ) : (
                <button type="button" onClick={() => sortBy(name)}>
                  {label}
                  <span className={styles.arrow} aria-hidden="true" />
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ label, cell, align }, n) =>
              n === 0 ? (
                <th key={label} scope="row" role="rowheader">
                  {cell(row)}
                </th>
              ) : (
                <td key={label} role="cell" data-label={label} data-align={align}>
                  <div>{cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: a table laid out as cards is none without them
  )
}
