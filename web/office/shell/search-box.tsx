import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { SEARCH_LENGTH } from '../../../domain/office/member-search.ts'
import { SearchField } from '../parts/search-field.tsx'
import { useMe } from '../session.ts'
import styles from './search-box.module.css'
import { loneMember, type Suggestion, suggestionsOf } from './suggestions.ts'
import { useFoundWhileTyping } from './use-found-while-typing.ts'

const SEARCHED = ['members.read', 'events.read', 'payments.read'] as const
const NONE = -1

/** In the header of every screen; `/` moves the focus to it (shell-keys.ts). */
export function SearchBox() {
  const { permissions } = useMe()
  return SEARCHED.some((one) => permissions.includes(one)) ? <Box /> : null
}

/**
 * A combobox that answers while typing: the arrow keys choose a line, Enter opens it. Enter without a
 * chosen line opens the one member who is named, otherwise the screen 'Search'.
 */
function Box() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { answer, typed, answerFor } = useFoundWhileTyping()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(NONE)
  const input = useRef<HTMLInputElement>(null)
  const lines = answer ? suggestionsOf(answer.found) : []
  const isShown = isOpen && answer !== null

  function change(text: string) {
    typed(text)
    setOpen(true)
    setActive(NONE)
  }

  function open({ to }: Suggestion) {
    setOpen(false)
    void navigate(to)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const chosen = isShown ? lines[active] : undefined
    if (chosen) return open(chosen)
    setOpen(false)
    const q = input.current?.value.trim() ?? ''
    const found = q.length < SEARCH_LENGTH.min ? null : await answerFor(q)
    void navigate((found && loneMember(found)) ?? `/search?${new URLSearchParams({ q })}`)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape' && isShown) {
      event.stopPropagation()
      setOpen(false)
      setActive(NONE)
    }
    const step = STEPS[event.key]
    if (step === undefined || lines.length === 0) return
    event.preventDefault()
    setOpen(true)
    setActive(isShown ? stepped(active, step, lines.length) : NONE)
  }

  return (
    <search className={styles.search}>
      <form onSubmit={submit}>
        <label htmlFor="office-search">Search the office</label>
        <div className={styles.box}>
          <SearchField
            id="office-search"
            ref={input}
            name="q"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown && lines.length > 0}
            aria-controls="office-suggestions"
            aria-activedescendant={isShown && active !== NONE ? idOf(active) : undefined}
            enterKeyHint="search"
            maxLength={SEARCH_LENGTH.max}
            defaultValue={
              pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
            }
            aria-keyshortcuts="/"
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={press}
            onBlur={() => setOpen(false)}
          />
          <div className={styles.popup} hidden={!isShown}>
            <div id="office-suggestions" role="listbox" aria-label="Suggestions">
              {lines.map((line, n) => (
                <Line
                  key={line.to}
                  id={idOf(n)}
                  line={line}
                  isActive={n === active}
                  onOpen={() => open(line)}
                />
              ))}
            </div>
            <p>{hintOf(lines.length)}</p>
          </div>
          <p className="visually-hidden" role="status">
            {isShown ? countOf(lines.length) : ''}
          </p>
        </div>
      </form>
    </search>
  )
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 }

/** Past either end no line is chosen: Enter then sends the text. */
function stepped(active: number, step: 1 | -1, count: number): number {
  const places = count + 1
  return ((active + 1 + step + places) % places) - 1
}

function idOf(n: number): string {
  return `office-suggestion-${n}`
}

function countOf(count: number): string {
  if (count === 0) return 'No suggestions.'
  return count === 1 ? '1 suggestion.' : `${count} suggestions.`
}

function hintOf(count: number): string {
  return count === 0 ? 'Nothing matches so far.' : 'Press Enter to see all results.'
}

type LineProps = { id: string; line: Suggestion; isActive: boolean; onOpen: () => void }

/** The focus stays in the box, so that its keys go on working. */
function Line({ id, line, isActive, onOpen }: LineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.line}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <b>{line.title}</b>
      {line.isAlike && <span>Similar name</span>}
      <span>{line.details}</span>
    </div>
  )
}
