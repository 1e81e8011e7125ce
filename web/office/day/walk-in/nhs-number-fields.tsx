import { NhsNumberField } from '../../../account/nhs-number-field.tsx'
import type { Draft } from './draft.ts'

type Props = {
  draft: Draft
  change: (changes: Partial<Draft>) => void
  onNumber: (number: string) => void
  error: string | undefined
}

/** Typed twice, because a wrong digit is another person. */
export function NhsNumberFields({ draft, change, onNumber, error }: Props) {
  return (
    <>
      <NhsNumberField
        name="nhs_number"
        label="NHS number"
        hint="10 digits. It is on any NHS letter and in the NHS App."
        defaultValue={draft.person.nhs_number}
        onDigitsChange={onNumber}
        error={error}
      />
      <NhsNumberField
        name="nhs_number_again"
        label="NHS number again"
        hint="Ask them to read it out again."
        defaultValue={draft.nhsNumberAgain}
        onDigitsChange={(nhsNumberAgain) => change({ nhsNumberAgain })}
        error={undefined}
        isRepeated
      />
    </>
  )
}
