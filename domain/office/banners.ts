import * as z from 'zod/mini'
import {
  BANNER_LENGTH,
  BANNER_PLACES,
  BANNER_TONES,
  type BannerPlace,
  type BannerTone,
} from '../banners.ts'
import { versionNumber } from './contract.ts'

export const BANNER_PLACE_LABELS: Record<BannerPlace, string> = {
  site: 'The whole site',
  event: 'The pages of one event',
  portal: 'The pages of signed-in members',
  office: 'The office',
}
export const BANNER_TONE_LABELS: Record<BannerTone, string> = {
  information: 'Information',
  warning: 'Warning',
  urgent: 'Urgent',
}

const written = {
  words: z.string().check(z.trim(), z.minLength(1), z.maxLength(BANNER_LENGTH)),
  tone: z.enum(BANNER_TONES),
  shown_from: z.iso.datetime(),
  shown_until: z.iso.datetime(),
}

/** Whether it ends after it begins, within a year and in the future, is checked when it is saved. */
export const NewBannerSchema = z.discriminatedUnion('place', [
  z.object({
    ...written,
    place: z.literal('event'),
    event_id: z.int().check(z.positive()),
    /** Whether mails about appointments of the event repeat the words while it is shown. */
    in_mails: z.boolean(),
  }),
  z.object({ ...written, place: z.enum(['site', 'portal', 'office']) }),
])
export type NewBanner = z.infer<typeof NewBannerSchema>

export const BannerSchema = z.object({
  id: z.int(),
  words: z.string(),
  tone: z.enum(BANNER_TONES),
  place: z.enum(BANNER_PLACES),
  event_id: z.nullable(z.int()),
  event_name: z.nullable(z.string()),
  in_mails: z.boolean(),
  shown_from: z.string(),
  shown_until: z.string(),
  state: z.enum(['planned', 'shown', 'over']),
  changed_by: z.string(),
  changed_at: z.string(),
  version: z.int(),
})
export type Banner = z.infer<typeof BannerSchema>

/** `version`: as it was read. */
export const BannerChangeSchema = z.object({ version: versionNumber, banner: NewBannerSchema })
export const BannerEndSchema = z.object({ version: versionNumber })
