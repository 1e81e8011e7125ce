import type { ImportRow } from '../../../../domain/office/result-import-schemas.ts'

type Named = Pick<ImportRow['candidates'][number], 'first_name' | 'last_name' | 'latin_name'>

/** With the name in Latin letters that the laboratory's form has. */
export function candidateName({ first_name: first, last_name: last, latin_name: latin }: Named) {
  return latin ? `${first} ${last} (${latin})` : `${first} ${last}`
}

/** 'Li, Wei' with the name in Latin letters, as rows of a laboratory write it. */
export function listedName({ first_name: first, last_name: last, latin_name: latin }: Named) {
  return latin ? `${last}, ${first} (${latin})` : `${last}, ${first}`
}
