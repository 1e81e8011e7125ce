import { parts } from 'virtual:handbook'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { Prose } from '../../ui/prose.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './help.module.css'

export function Component() {
  const { hash } = useLocation()
  // The parts come after the address, so that the browser itself finds no place to go to.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  return (
    <OfficePage title="Handbook" lede="How to work in the office, in the order of the work.">
      <nav aria-label="Parts of the handbook" className={styles.parts}>
        <ul>
          {parts
            .filter(({ depth }) => depth === 2)
            .map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
        </ul>
      </nav>
      <Prose html={parts.map(({ html }) => html).join('')} />
    </OfficePage>
  )
}
