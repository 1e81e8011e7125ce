import { type ChangeEvent, useState } from 'react'
import { LATIN_HINT, type LatinField, latinFieldsOf, type Name } from '../../domain/latin-names.ts'
import { PROFILE_FIELDS } from '../../domain/member-fields.ts'
import { TextField, type TextFieldProps } from './field.tsx'

type Typed = { onChange: (event: ChangeEvent<HTMLInputElement>) => void }

/** What the fields of a name need, so that those in Latin letters come and go with it. */
export function useTypedName(before: Name): {
  asked: LatinField[]
  typed: (part: keyof Name) => Typed
} {
  const [name, setName] = useState(before)
  const typed = (part: keyof Name): Typed => ({
    onChange: ({ target: { value } }) => setName((now) => ({ ...now, [part]: value })),
  })
  return { asked: latinFieldsOf(name), typed }
}

/** One field for each part of the name that documents cannot print. */
export function LatinNameFields({
  fields,
  its,
}: {
  fields: readonly LatinField[]
  its: (field: LatinField) => Omit<TextFieldProps, 'label' | 'hint'>
}) {
  return fields.map((field) => (
    <TextField
      key={field}
      label={PROFILE_FIELDS[field].label}
      hint={LATIN_HINT}
      autoComplete="off"
      autoCapitalize="words"
      spellCheck={false}
      {...its(field)}
    />
  ))
}
