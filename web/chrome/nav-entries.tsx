import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { LinkItems } from './link-items.tsx'
import { currentMark, NAVIGATION, type NavEntry } from './links.ts'

export function NavEntries() {
  return NAVIGATION.map((entry) => <Entry key={entry.label} {...entry} />)
}

/** On a small screen the submenu is always open. */
function Entry(entry: NavEntry) {
  const { key, pathname } = useLocation()
  const [opened, setOpened] = useState<{ by: 'hover' | 'press'; at: string } | null>(null)
  const by = opened?.at === key ? opened.by : null
  const isOpen = by !== null
  const item = useRef<HTMLLIElement>(null)
  const id = useId()
  const close = () => setOpened(null)
  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'

  useEffect(() => {
    if (!isOpen) return
    function closeFromOutside({ key, target }: Partial<KeyboardEvent>) {
      const isWithin = (node: unknown) => node instanceof Node && item.current?.contains(node)
      if (key ? key !== 'Escape' : isWithin(target)) return
      if (isWithin(document.activeElement)) item.current?.querySelector('button')?.focus()
      setOpened(null)
    }
    const listening = new AbortController()
    document.addEventListener('keydown', closeFromOutside, listening)
    document.addEventListener('pointerdown', closeFromOutside, listening)
    return () => listening.abort()
  }, [isOpen])

  const link = (
    <Link to={entry.to} aria-current={currentMark(entry, pathname)}>
      {entry.label}
    </Link>
  )
  if (!entry.submenu) return <li>{link}</li>
  return (
    <li
      ref={item}
      onPointerEnter={(event) => isMouse(event) && setOpened({ by: by ?? 'hover', at: key })}
      onPointerLeave={(event) => isMouse(event) && close()}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || close()
      }
    >
      {link}
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${entry.label} submenu`}
        // Hovering opened it before the press, so it stays open.
        onClick={() => (by === 'press' ? close() : setOpened({ by: 'press', at: key }))}
      >
        <Icon name="caret-down" />
      </button>
      <ul id={id}>
        <LinkItems links={entry.submenu} />
      </ul>
    </li>
  )
}
