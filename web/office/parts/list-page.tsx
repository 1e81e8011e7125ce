import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import type { List } from '../../../domain/office/contract.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Ring } from '../../ui/spinner.tsx'
import { downloadCsv, type ListAddress } from '../api.ts'
import { type Column, DataTable } from './data-table.tsx'
import { listAddress } from './list-address.ts'
import { type ListChoice, ListChoices } from './list-choices.tsx'
import { ListFilter } from './list-filter.tsx'
import type { LoadedList } from './list-loader.ts'
import styles from './list-page.module.css'
import { OfficePage } from './office-page.tsx'
import { useListSearch } from './use-list-search.ts'

type ListViewProps<Row> = {
  list: LoadedList<Row>
  /** Says what the rows are, in the plural: 'events'. */
  rowsName: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** The label of the search box; without it there is none. */
  filter?: string | undefined
  /** Narrow the list further; its loader reads the same names. */
  choices?: readonly ListChoice[] | undefined
  /** The first one is what the list shows without `?tab=`. */
  tabs?: readonly Tab[] | undefined
  /** The list's address in the API. */
  csv?: { address: ListAddress; fileName: string } | undefined
  /** What to do when there is nothing yet. */
  empty?: ReactNode
}

export type Tab = { value: string; label: string }

/** A screen that is a list. */
export function ListPage<Row>({
  title,
  lede,
  trail,
  actions,
  ...view
}: ListViewProps<Row> & Omit<ComponentProps<typeof OfficePage>, 'children'>) {
  return (
    <OfficePage title={title} lede={lede} trail={trail} actions={actions}>
      <ListView {...view} />
    </OfficePage>
  )
}

/** Tabs, search box, table and 'Show more' of one list. Tab, search and order are in the address. */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { list, rowsName, columns, rowKey, filter, choices, tabs, csv, empty } = props
  const search = useListSearch()
  const isLoading = useNavigation().state === 'loading'
  const { rows, next, more, state } = useMore(list)
  const isFiltered = list.query.q !== undefined
  const box = useRef<HTMLDivElement>(null)
  const firstNew = useRef<number>(undefined)
  useEffect(() => {
    // The button may be gone, and the focus with it.
    if (firstNew.current === undefined || rows.length <= firstNew.current) return
    const row = box.current?.querySelectorAll<HTMLElement>('tbody tr')[firstNew.current]
    firstNew.current = undefined
    if (!row) return
    row.tabIndex = -1
    row.focus()
  }, [rows.length])
  function showMore(after: string) {
    firstNew.current = rows.length
    return more(after)
  }
  return (
    <div ref={box} className={styles.list} aria-busy={isLoading || undefined}>
      {tabs && <Tabs tabs={tabs} list={list} rowsName={rowsName} />}
      {choices && <ListChoices choices={choices} />}
      <div className={styles.tools}>
        {filter && <ListFilter key={list.query.tab} label={filter} />}
        <p role="status" className={styles.count}>
          {countText({ shown: rows.length, total: list.total, rowsName })}
          {isLoading && <Ring />}
        </p>
        {csv && rows.length > 0 && <CsvButton {...csv} />}
      </div>
      {rows.length > 0 ? (
        <DataTable
          caption={`List of ${rowsName}`}
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={rowKey}
        />
      ) : (
        <div className={styles.empty}>
          {isFiltered ? (
            <p>
              No {rowsName} match ‘{list.query.q}’.{' '}
              <Link to={{ search: listAddress(search, { q: '' }) }}>Show all</Link>
            </p>
          ) : (
            (empty ?? <p>There are no {rowsName} here.</p>)
          )}
        </div>
      )}
      {state === 'failed' && (
        <Notice tone="warn" role="alert">
          <p>The next {rowsName} could not be loaded. Please try again.</p>
        </Notice>
      )}
      {next !== null && (
        <div className={styles.more}>
          <Button kind="quiet" pending={state === 'loading'} onClick={() => showMore(next)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function Tabs({
  tabs,
  list,
  rowsName,
}: { tabs: readonly Tab[]; list: List<unknown> } & {
  rowsName: string
}) {
  const search = useListSearch()
  const [first] = tabs
  const shown = search.get('tab') ?? first?.value
  return (
    <nav className={styles.tabs} aria-label={`Kinds of ${rowsName}`}>
      <ul>
        {tabs.map(({ value, label }) => {
          const count = value === shown && !list.tabs ? list.total : list.tabs?.[value]
          const tab = value === first?.value ? undefined : value
          return (
            <li key={value}>
              <Link
                to={{ search: listAddress(search, { tab }) }}
                preventScrollReset
                aria-current={value === shown ? 'page' : undefined}
              >
                {label}
                {count !== undefined && (
                  <small className="num"> ({count.toLocaleString('en-GB')})</small>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Saves the list that the screen's address asks for. */
export function CsvButton({
  address,
  fileName,
  label = 'Download as CSV',
}: {
  address: ListAddress
  fileName: string
  label?: string
}) {
  const search = useListSearch()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  async function download(raw?: '1') {
    if (state === 'loading') return
    setState('loading')
    try {
      await downloadCsv(address, { search: addressOfFile(search, raw), fileName })
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <span className={styles.csv}>
      <TextButton onClick={() => download()}>
        {state === 'loading' ? 'Preparing the file...' : label}
      </TextButton>
      <TextButton onClick={() => download('1')}>For other software</TextButton>
      <span role="alert">
        {state === 'failed' && ' The download did not work. Please try again.'}
      </span>
    </span>
  )
}

function addressOfFile(search: URLSearchParams, raw?: '1'): string {
  const address = listAddress(search, {})
  return raw ? `${address || '?'}${address && '&'}raw=${raw}` : address
}

/** The rows of the list and of the pages that were added to it; a new list starts again. */
function useMore<Row>(list: LoadedList<Row>) {
  const [added, setAdded] = useState<Added<Row>>({ to: list, rows: [], next: list.next })
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const current = added.to === list ? added : { to: list, rows: [], next: list.next }

  async function more(after: string) {
    setState('loading')
    try {
      const page = await list.loadMore(after)
      setAdded({ to: list, rows: [...current.rows, ...page.data], next: page.next })
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { rows: [...list.data, ...current.rows], next: current.next, more, state }
}

type Added<Row> = { to: LoadedList<Row>; rows: Row[]; next: string | null }

function countText({ shown, total, rowsName }: { shown: number; total: number; rowsName: string }) {
  if (total === 1) return `1 ${oneOf(rowsName)}`
  const of = total.toLocaleString('en-GB')
  return shown < total
    ? `${shown.toLocaleString('en-GB')} of ${of} ${rowsName}`
    : `${of} ${rowsName}`
}

/** 'event' of 'events'. */
function oneOf(rowsName: string): string {
  if (rowsName === 'people') return 'person'
  return rowsName.replace(/ies$/, 'y').replace(/s$/, '')
}
