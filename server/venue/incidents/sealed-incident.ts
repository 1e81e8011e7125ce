import * as z from 'zod/mini'
import { INCIDENT_KINDS } from '../../../domain/office/incidents.ts'
import { sealedById } from '../../platform/keys/sealed-json.ts'

/** `kind`: of the first entry. */
const SealedIncidentSchema = z.object({
  text: z.string(),
  kind: z.optional(z.enum(INCIDENT_KINDS)),
})

export const {
  placeOf: placeOfIncident,
  seal: sealIncident,
  open: openIncident,
} = sealedById(SealedIncidentSchema, 'incident_entries|sealed')
