import { Form, useLocation } from 'react-router'
import { SEARCH_LENGTH } from '../../../domain/office/member-search.ts'
import { SearchField } from '../parts/search-field.tsx'
import { useMe } from '../session.ts'
import styles from './search-box.module.css'

const SEARCHED = ['members.read', 'events.read', 'payments.read'] as const

/** In the header of every screen; `/` moves the focus to it (use-search-key.ts). */
export function SearchBox() {
  const { permissions } = useMe()
  const { pathname, search } = useLocation()
  if (!SEARCHED.some((one) => permissions.includes(one))) return null
  const q = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <search className={styles.search}>
      <Form action="/search">
        <label htmlFor="office-search">Search the office</label>
        <SearchField
          id="office-search"
          name="q"
          enterKeyHint="search"
          maxLength={SEARCH_LENGTH.max}
          defaultValue={q}
          aria-keyshortcuts="/"
        />
      </Form>
    </search>
  )
}
