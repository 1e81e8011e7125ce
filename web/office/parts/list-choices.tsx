import { useNavigate } from 'react-router'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import styles from './list-page.module.css'
import { useListSearch } from './use-list-search.ts'

/** By what a list is narrowed: one of `options`, or without them a day. `name` is its key in the address and the API. */
export type ListChoice = { name: string; label: string; options?: readonly Option[] }

/** Narrows the list as soon as something is chosen. The choice is in the address, so that it can be shared. */
export function ListChoices({ choices }: { choices: readonly ListChoice[] }) {
  const search = useListSearch()
  const navigate = useNavigate()
  function choose(name: string, value: string) {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    navigate({ search: next.size > 0 ? `?${next}` : '' }, { replace: true })
  }
  return (
    <div className={styles.choices}>
      {choices.map(({ name, label, options }) => {
        const field = {
          name,
          label,
          id: `list-${name}`,
          value: search.get(name) ?? '',
          required: false,
          onChange: ({ target }: { target: { value: string } }) => choose(name, target.value),
        }
        return options ? (
          <SelectField key={name} {...field} options={options} placeholder="All" />
        ) : (
          <TextField key={name} {...field} type="date" />
        )
      })}
    </div>
  )
}
