import * as z from 'zod/mini'
import { sealedById } from '../../platform/keys/sealed-json.ts'

const SealedNoteSchema = z.object({ text: z.string() })

export const {
  placeOf: placeOfMemberNote,
  seal: sealNoteText,
  open: openNoteText,
} = sealedById(SealedNoteSchema, 'member_notes|sealed')
