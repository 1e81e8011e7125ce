import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import { Button } from '../ui/button.tsx'
import fieldStyles from '../ui/field.module.css'
import styles from './news.module.css'
import { newsAddress } from './news-query.ts'

type ArchiveFilterProps = {
  path: string
  anchor?: string
  archive: string
  choices: [value: string, label: string][]
}

/** Applies at once; without scripts, by its button. */
export function ArchiveFilter({ path, anchor = '', archive, choices }: ArchiveFilterProps) {
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const isListening = useRef(false)
  const show = (month: string) =>
    navigate(newsAddress(path, { archive: month, page: 1 }), { preventScrollReset: true })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new address changes the choice
  useEffect(() => {
    if (!select.current) return
    // Chosen before hydration.
    if (!isListening.current && select.current.value !== archive) show(select.current.value)
    else select.current.value = archive
    isListening.current = true
  }, [archive])

  return (
    <Form method="get" action={path + anchor} className={styles.filter}>
      <label>
        Archive
        <select
          ref={select}
          name="archive"
          autoComplete="off"
          defaultValue={archive}
          className={fieldStyles.box}
          data-select
          onChange={(event) => show(event.currentTarget.value)}
        >
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" kind="quiet">
        Show
      </Button>
    </Form>
  )
}
