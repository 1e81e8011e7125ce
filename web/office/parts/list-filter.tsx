import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { listAddress } from './list-address.ts'
import styles from './list-page.module.css'
import { SearchField } from './search-field.tsx'
import { useListSearch } from './use-list-search.ts'

const PAUSE_MS = 300

/** Searches after a pause in typing, and at once on Enter. */
export function ListFilter({ label }: { label: string }) {
  const search = useListSearch()
  const navigate = useNavigate()
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const q = search.get('q') ?? ''

  // Back and forward change the address, not what is being typed.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current) box.current.value = q
  }, [q])
  // A search that still waits would replace the screen that a link is opening.
  useEffect(() => {
    const stop = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) clearTimeout(timer.current)
    }
    document.addEventListener('click', stop, true)
    return () => {
      document.removeEventListener('click', stop, true)
      clearTimeout(timer.current)
    }
  }, [])

  function apply() {
    clearTimeout(timer.current)
    const typed = box.current?.value ?? ''
    if (typed.trim() === q) return
    navigate({ search: listAddress(search, { q: typed }) }, { replace: true })
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    apply()
  }
  return (
    <search className={styles.filter}>
      <form onSubmit={submit}>
        <label htmlFor="list-filter">{label}</label>
        <SearchField
          ref={box}
          id="list-filter"
          type="search"
          name="q"
          defaultValue={q}
          onChange={() => {
            clearTimeout(timer.current)
            timer.current = setTimeout(apply, PAUSE_MS)
          }}
        />
      </form>
    </search>
  )
}
