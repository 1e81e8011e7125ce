import { parts } from 'virtual:handbook'
import { type MouseEvent, useState } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { Prose } from '../../ui/prose.tsx'
import { KeyList } from '../parts/key-list.tsx'
import { SHELL_KEYS } from '../shell/shell-keys.ts'
import styles from './help.module.css'

/** One part of the handbook, and the smaller ones below it. `first` is the id of the part shown at first. */
export default function HandbookPart({ first }: { first: string }) {
  const [id, setId] = useState(first)
  const index = parts.findIndex((one) => one.id === id)
  const part = parts[index]
  if (!part) throw new Error(`the handbook has no part ${id}`)

  function openPart(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    const target = link?.getAttribute('href')?.slice(1)
    if (!target || !parts.some((one) => one.id === target)) return
    event.preventDefault()
    setId(target)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link is pressed, by Enter too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div key={id} className={styles.part} onClick={openPart}>
        <Prose html={part.html} />
      </div>
      {below(index).length > 0 && (
        <ul className={styles.more}>
          {below(index).map((one) => (
            <li key={one.id}>
              <TextButton onClick={() => setId(one.id)}>{one.title}</TextButton>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={`/office/help#${id}`} target="_blank" rel="noreferrer">
          Read the whole handbook (opens in a new tab)
        </a>
      </p>
      <h3>Keys</h3>
      <KeyList keys={SHELL_KEYS} />
    </>
  )
}

/** The parts of depth 3 that follow this one of depth 2. */
function below(index: number) {
  if (parts[index]?.depth !== 2) return []
  const rest = parts.slice(index + 1)
  const end = rest.findIndex(({ depth }) => depth === 2)
  return end === -1 ? rest : rest.slice(0, end)
}
