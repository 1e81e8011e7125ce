import type { IncidentAct, IncidentKind } from '../../../domain/office/incidents.ts'

export const INCIDENT_WORDS: Record<IncidentKind, string> = {
  'felt faint': 'Felt faint',
  fainted: 'Fainted',
  'bleeding or bruise': 'Bleeding or bruise',
  'needle injury of a helper': 'Needle injury of a helper',
  other: 'Other',
}

/** Before a name. */
export const ACT_WORDS: Record<IncidentAct, string> = {
  recorded: 'Recorded by',
  added: 'Added by',
  'looked at': 'Looked at by',
}
