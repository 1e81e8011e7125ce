// The limits that staff change (domain/limits.ts), by group, each with its bounds. A limit is written as it is
// typed: whole numbers, and amounts in pounds.
import * as z from 'zod/mini'
import type { Limits } from '../limits.ts'
import { pounds } from '../money.ts'
import type { Permission } from './permissions.ts'

export type LimitSetting = {
  label: string
  shape: 'number' | 'pounds'
  /** After a number; '' after an amount. */
  unit: string
  /** In pence of an amount. */
  least: number
  most: number
  hint: string
  /** Which way one person gets to do more alone. */
  widens?: 'up' | 'down'
}
type LimitGroup = {
  title: string
  permission: Permission
  shown: string
  /** Whoever has it works under these limits, and may not widen them beyond the program's own. */
  appliesTo?: Permission
  settings: Partial<Record<keyof Limits, LimitSetting>>
}

export const LIMIT_GROUPS = {
  two_people: {
    title: 'When two people decide',
    permission: 'settings.write',
    appliesTo: 'refunds.write',
    shown:
      'What one person can do alone. It counts for what is started from now on. What is already waiting keeps waiting. If your role includes refunds, you cannot allow more than came with the program.',
    settings: {
      one_person_refunds: {
        label: 'Refunds by one person',
        shape: 'number',
        unit: 'refunds',
        least: 1,
        most: 500,
        hint: 'In 24 hours, or in one action. A second person must approve more.',
        widens: 'up',
      },
      one_person_pence: {
        label: 'Amount refunded by one person',
        shape: 'pounds',
        unit: '',
        least: 5_000,
        most: 500_000,
        hint: 'In 24 hours, or in one action. A second person must approve more.',
        widens: 'up',
      },
      one_person_members: {
        label: 'Members affected by one person',
        shape: 'number',
        unit: 'members',
        least: 1,
        most: 50,
        hint: 'With more, an action can be stopped first, and a second person must approve a cancellation.',
        widens: 'up',
      },
      stop_minutes: {
        label: 'Time to stop an action',
        shape: 'number',
        unit: 'minutes',
        least: 5,
        most: 120,
        hint: 'How long an action for more members than that waits before it starts.',
        widens: 'down',
      },
    },
  },
  waiting_list: {
    title: 'Waiting list',
    permission: 'settings.write',
    shown:
      'On the page of the waiting list. It counts for places that are offered from now on. An offer that has been made keeps the end that its email names.',
    settings: {
      offer_hours: {
        label: 'A place is offered for',
        shape: 'number',
        unit: 'hours',
        least: 2,
        most: 72,
        hint: 'No offer ends at night, and none lasts longer than booking is open.',
      },
    },
  },
  reminders: {
    title: 'Reminders',
    permission: 'settings.write',
    shown:
      'When members get the first email that reminds them of an appointment. Nobody gets one again. With more days than before, members whose appointment is nearer than that get theirs now. The last reminder stays: it leaves time to change or cancel.',
    settings: {
      reminder_days: {
        label: 'First reminder',
        shape: 'number',
        unit: 'days before',
        least: 4,
        most: 21,
        hint: 'It leaves at 9am.',
      },
    },
  },
} as const satisfies Record<string, LimitGroup>

export type LimitGroupName = keyof typeof LIMIT_GROUPS
/** As they are typed. */
export type LimitTexts = Record<keyof Limits, string>

const SETTINGS: Record<keyof Limits, LimitSetting> = {
  ...LIMIT_GROUPS.two_people.settings,
  ...LIMIT_GROUPS.waiting_list.settings,
  ...LIMIT_GROUPS.reminders.settings,
}
const NAMES = Object.keys(SETTINGS) as (keyof Limits)[]

export function limitsOf(
  group: LimitGroupName,
): readonly { name: keyof Limits; setting: LimitSetting }[] {
  const { settings }: LimitGroup = LIMIT_GROUPS[group]
  return NAMES.flatMap((name) => {
    const setting = settings[name]
    return setting ? [{ name, setting }] : []
  })
}

/** The longest that can be typed. */
export const LIMIT_LENGTH = 12

/** By the name of the limit. */
export const LimitTextsSchema = z.record(z.enum(NAMES), z.string())

export function limitTexts(limits: Limits): LimitTexts {
  const texts = NAMES.map((name) => [name, textOf(SETTINGS[name], limits[name])])
  return Object.fromEntries(texts) as LimitTexts
}

/** Those among the texts. */
export function limitsIn(texts: Partial<LimitTexts>): Partial<Limits> {
  const limits: Partial<Limits> = {}
  for (const name of NAMES) {
    const value = numberIn(SETTINGS[name], texts[name] ?? '')
    if (value !== null) limits[name] = value
  }
  return limits
}

/** '12 hours', '£1,000.00' */
export function limitInWords(setting: LimitSetting, text: string): string {
  const value = numberIn(setting, text)
  if (value === null) return text
  if (setting.shape === 'pounds') return pounds(value)
  return `${value} ${value === 1 ? setting.unit.replace(/s\b/, '') : setting.unit}`
}

/** 'From 1 to 500 refunds.' */
export function boundsInWords({ shape, unit, least, most }: LimitSetting): string {
  return shape === 'pounds'
    ? `From ${pounds(least)} to ${pounds(most)}.`
    : `From ${least} to ${most} ${unit}.`
}

/** What was typed, tidied, or what is wrong with it. */
export function readLimit(
  setting: LimitSetting,
  typed: string,
): { text: string } | { fault: string } {
  const { label, shape, least, most } = setting
  const value = numberIn(setting, typed)
  if (value !== null && value >= least && value <= most) return { text: textOf(setting, value) }
  const what = shape === 'pounds' ? 'an amount in pounds' : 'a whole number'
  return { fault: `${label}: enter ${what}. ${boundsInWords(setting)}` }
}

/** What somebody who works under these limits would widen beyond `original`. */
export function widenedBeyond(
  original: Limits,
  group: LimitGroup,
  texts: Partial<LimitTexts>,
): { field: string; message: string }[] {
  return NAMES.flatMap((name) => {
    const setting = group.settings[name]
    const value = setting && numberIn(setting, texts[name] ?? '')
    if (!setting?.widens || typeof value !== 'number') return []
    const isWider = setting.widens === 'up' ? value > original[name] : value < original[name]
    if (!isWider) return []
    const end = limitInWords(setting, textOf(setting, original[name]))
    const most = setting.widens === 'up' ? `more than ${end}` : `less than ${end}`
    const who = 'an admin who does not make refunds'
    return [{ field: name, message: `${setting.label}: only ${who} can set ${most}.` }]
  })
}

/** In pence of an amount; null for anything else than a number. */
function numberIn({ shape }: LimitSetting, typed: string): number | null {
  const text = typed.replace(/[\s,£]/g, '')
  const [, whole, pence = '00'] =
    (shape === 'pounds' ? /^(\d{1,7})(?:\.(\d{2}))?$/ : /^(\d{1,6})$/).exec(text) ?? []
  if (whole === undefined) return null
  return shape === 'pounds' ? Number(whole) * 100 + Number(pence) : Number(whole)
}

function textOf({ shape }: LimitSetting, value: number): string {
  if (shape === 'number') return String(value)
  const pence = value % 100
  const whole = String((value - pence) / 100)
  return pence === 0 ? whole : `${whole}.${String(pence).padStart(2, '0')}`
}
