import { Link } from 'react-router'
import type { MessageWay } from '../../../domain/office/member-message.ts'
import type { SavedText } from '../../../domain/office/saved-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { read } from '../api.ts'

export async function loadSavedTexts(signal: AbortSignal): Promise<SavedText[]> {
  return (await read('GET /api/office/saved-texts', { signal })).data
}

/** Fills the form with a text of this way when one is chosen. */
export function ChooseSavedText({
  texts,
  by,
  onChoose,
}: {
  texts: readonly SavedText[]
  by: MessageWay
  onChoose: (text: SavedText) => void
}) {
  const fitting = texts.filter((one) => one.by === by)
  if (fitting.length === 0)
    return (
      <p className="small">
        <Link to="/saved-texts">Keep texts to use again</Link>
      </p>
    )
  return (
    <SelectField
      key={by}
      name="saved_text"
      label="Use a saved text"
      optional
      hint="It replaces what you have typed. You can change it before you send it."
      placeholder="Choose a text"
      options={fitting.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = fitting.find(({ id }) => String(id) === value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
