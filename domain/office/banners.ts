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

export const NewBannerSchema = z
  .object({
    words: z.string().check(z.trim(), z.minLength(1), z.maxLength(BANNER_LENGTH)),
    tone: z.enum(BANNER_TONES),
    place: z.enum(BANNER_PLACES),
    event_id: z.nullable(z.int().check(z.positive())),
    /** Whether mails about appointments of the event repeat the words while it is shown. */
    in_mails: z.boolean(),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
  })
  .check(
    z.refine(({ place, event_id }) => (place === 'event') === (event_id !== null), {
      error: 'Choose the event.',
      path: ['event_id'],
    }),
    z.refine(({ place, in_mails }) => place === 'event' || !in_mails, {
      error: 'Only the words about one event can be in its mails.',
      path: ['in_mails'],
    }),
    z.refine(({ from, until }) => new Date(from) < new Date(until), {
      error: 'The end must be after the start.',
      path: ['until'],
    }),
  )
export type NewBanner = z.infer<typeof NewBannerSchema>

export const BannerSchema = z.object({
  id: z.int(),
  words: z.string(),
  tone: z.enum(BANNER_TONES),
  place: z.enum(BANNER_PLACES),
  event_id: z.nullable(z.int()),
  event_name: z.nullable(z.string()),
  in_mails: z.boolean(),
  from: z.string(),
  until: z.string(),
  state: z.enum(['planned', 'shown', 'over']),
  changed_by: z.string(),
  changed_at: z.string(),
  version: z.int(),
})
export type Banner = z.infer<typeof BannerSchema>

/** `version`: as it was read. */
export const BannerChangeSchema = z.object({ version: versionNumber, banner: NewBannerSchema })
export const BannerEndSchema = z.object({ version: versionNumber })
