// What staff change: what the charity says of itself (domain/charity.ts) and limits, by group and with its rules.
import * as z from 'zod/mini'
import type { Charity } from '../charity.ts'
import { isEmailAddress, normaliseEmail } from '../email-address.ts'
import { versionNumber } from './contract.ts'
import {
  boundsInWords,
  LIMIT_GROUPS,
  LIMIT_LENGTH,
  type LimitSetting,
  type LimitTexts,
  limitInWords,
  readLimit,
} from './limit-settings.ts'
import type { Permission } from './permissions.ts'

type Shape = 'phone' | 'email' | 'line' | 'postcode' | 'link'
/** `mayBeEmpty`: nothing is shown then. */
type FactSetting = { label: string; shape: Shape; max: number; hint?: string; mayBeEmpty?: true }
type FactGroup = {
  title: string
  permission: Permission
  /** Where it stands, as a sentence. */
  shown: string
  settings: Partial<Record<keyof Charity, FactSetting>>
}

const PHONE = { shape: 'phone', max: 16 } as const
const EMAIL = { shape: 'email', max: 80 } as const
const LINK = { shape: 'link', max: 200 } as const

const FACT_GROUPS = {
  helpline: {
    title: 'Booking helpline',
    permission: 'settings.write',
    shown:
      'On every page of the site, in every email, in text messages, on letters, on slips and on saved tickets.',
    settings: {
      booking_helpline: { label: 'Number', ...PHONE },
      helpline_hours: {
        label: 'Opening hours',
        shape: 'line',
        max: 60,
        hint: 'As it is read after the number, for example: Monday to Friday, 9am to 5pm',
      },
    },
  },
  medical: {
    title: 'Medical line',
    permission: 'settings.medical',
    shown: 'Beside results, on result letters and on the contact page.',
    settings: { medical_line: { label: 'Number', ...PHONE } },
  },
  contact: {
    title: 'Other numbers and addresses',
    permission: 'settings.write',
    shown: 'At the foot of every page, on the contact page and in sentences that ask to email.',
    settings: {
      general_enquiries: { label: 'General enquiries', ...PHONE },
      event_enquiries: { label: 'Event enquiries', ...PHONE },
      email: { label: 'Email address', ...EMAIL },
      speakers_email: { label: 'Email address for speakers', ...EMAIL },
    },
  },
  address: {
    title: 'Postal address',
    permission: 'settings.write',
    shown: 'At the foot of every page and email, on letters and on the cancellation form.',
    settings: {
      street: { label: 'House and street', shape: 'line', max: 60 },
      town: { label: 'Town', shape: 'line', max: 40 },
      postcode: { label: 'Postcode', shape: 'postcode', max: 8 },
    },
  },
  charity: {
    title: 'What we are',
    permission: 'settings.write',
    shown: 'The words under the name on every page and email, and the line of the register.',
    settings: {
      tagline: { label: 'Words under the name', shape: 'line', max: 40 },
      registration: {
        label: 'Registration',
        shape: 'line',
        max: 120,
        hint: 'With the register and the number, without a full stop',
      },
    },
  },
  money: {
    title: 'Money and tax',
    permission: 'settings.money',
    shown: 'On invoices and receipts that are made from now on.',
    settings: {
      pay_invoices_to: { label: 'How hosts pay an invoice', shape: 'line', max: 300 },
      vat_line: { label: 'VAT', shape: 'line', max: 120 },
    },
  },
  home: {
    title: 'Home page',
    permission: 'settings.write',
    shown: 'On the home page. Say nothing medical that a clinician has not approved.',
    settings: {
      home_lede: { label: 'Under the title', shape: 'line', max: 160 },
      home_cost: { label: 'What it costs', shape: 'line', max: 60 },
      home_results: { label: 'When results come', shape: 'line', max: 60 },
      home_reach: { label: 'Under the picture of the halls', shape: 'line', max: 120 },
    },
  },
  events: {
    title: 'Warning on event pages',
    permission: 'settings.write',
    shown:
      'Under ‘Before you book’ on the page of every event, beside what the program says there itself. Leave both empty when there is nothing to say.',
    settings: {
      event_warning_title: {
        label: 'First words, in bold',
        shape: 'line',
        max: 60,
        mayBeEmpty: true,
      },
      event_warning: { label: 'Warning', shape: 'line', max: 200, mayBeEmpty: true },
    },
  },
  links: {
    title: 'Pages elsewhere',
    permission: 'settings.write',
    shown: 'Behind ‘Donate’ and ‘Become a supporter’.',
    settings: {
      donate_url: { label: 'Page to donate', ...LINK },
      supporter_url: { label: 'Page for supporters', ...LINK },
    },
  },
} as const satisfies Record<string, FactGroup>

export const SETTING_GROUPS = { ...FACT_GROUPS, ...LIMIT_GROUPS }
/** As they are typed and stored. */
export type SettingTexts = Charity & LimitTexts

export type SettingGroupName = keyof typeof SETTING_GROUPS
export const SETTING_GROUP_NAMES = Object.keys(SETTING_GROUPS) as SettingGroupName[]

type Setting = (FactSetting | LimitSetting) & { fact: keyof SettingTexts }

export function settingsOf(group: SettingGroupName): readonly Setting[] {
  const settings: Partial<Record<string, FactSetting | LimitSetting>> =
    SETTING_GROUPS[group].settings
  return Object.entries(settings).flatMap(([fact, setting]) =>
    setting ? [{ fact: fact as keyof SettingTexts, ...setting }] : [],
  )
}

/** The most characters that can be typed. */
export function lengthOf(setting: Setting): number {
  return isLimit(setting) ? LIMIT_LENGTH : setting.max
}

/** Of a limit with its bounds. */
export function hintOf(setting: Setting): string | undefined {
  return isLimit(setting) ? `${setting.hint} ${boundsInWords(setting)}` : setting.hint
}

/** A limit with its unit; anything else as it stands. */
export function settingInWords(setting: Setting, text = ''): string {
  return isLimit(setting) ? limitInWords(setting, text) : text
}

function isLimit<T extends FactSetting | LimitSetting>(setting: T): setting is T & LimitSetting {
  return 'least' in setting
}

/** Each sentence follows the label. */
const SHAPES: Record<Shape, { tidy: (typed: string) => string; fits: RegExp; fault: string }> = {
  phone: {
    tidy: inOneLine,
    fits: /^0(?:[ ]?\d){9,10}$/,
    fault: 'Enter a UK number of 10 or 11 digits that begins with 0, for example 01632 960 118.',
  },
  email: {
    tidy: normaliseEmail,
    fits: /^[a-z0-9._+-]+@[a-z0-9.-]+$/,
    fault: 'Enter an email address, for example info@charity.example.',
  },
  line: {
    // An apostrophe as it is printed.
    tidy: (typed) => inOneLine(typed).replaceAll("'", '’'),
    fits: /^[\p{L}\p{M}\p{N} .,:;()’‘/@+–£%?!-]+$/u,
    fault: 'Use letters, digits and . , : ; ( ) ’ / @ + - £ % ? ! only.',
  },
  postcode: {
    tidy: (typed) => inOneLine(typed).toUpperCase(),
    fits: /^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/,
    fault: 'Enter a postcode with its space, for example CO1 0AA.',
  },
  link: {
    tidy: (typed) => typed.trim(),
    fits: /^https:\/\/[a-z0-9.-]+(?::\d+)?(?:\/[^\s"'<>\\]*)?$/i,
    fault: 'Enter an address that begins with https://',
  },
}

type Read = { values: Partial<SettingTexts>; faults: { field: string; message: string }[] }

/** What was typed for the group, tidied, or what is wrong with each field. */
export function readSettings(
  group: SettingGroupName,
  typed: Readonly<Record<string, string>>,
): Read {
  const values: Partial<SettingTexts> = {}
  const faults: Read['faults'] = []
  for (const setting of settingsOf(group)) {
    const { fact } = setting
    const read = isLimit(setting)
      ? readLimit(setting, typed[fact] ?? '')
      : readFact(setting, typed[fact] ?? '')
    if ('text' in read) values[fact] = read.text
    else faults.push({ field: fact, message: read.fault })
  }
  return { values, faults }
}

function readFact(
  { label, shape, max, mayBeEmpty }: FactSetting,
  typed: string,
): { text: string } | { fault: string } {
  const { tidy, fits, fault } = SHAPES[shape]
  const text = tidy(typed)
  if (text === '') return mayBeEmpty ? { text } : { fault: `${label}: please enter it.` }
  if (text.length > max) return { fault: `${label}: use ${max} characters or fewer.` }
  if (!fits.test(text) || (shape === 'email' && !isEmailAddress(text)))
    return { fault: `${label}: ${fault}` }
  return { text }
}

function inOneLine(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
}

const groupName = z.enum(SETTING_GROUP_NAMES)
const typedValues = z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(400)))

/** `version`: as it was read; 0 while the group has its first values. */
export const SettingsChangeSchema = z.object({
  version: z.union([z.literal(0), versionNumber]),
  values: typedValues,
})
export type SettingsChange = z.infer<typeof SettingsChangeSchema>

/** `changed_by` is null for what came with the program. */
export const SettingGroupSchema = z.object({
  group: groupName,
  version: z.int(),
  values: z.record(z.string(), z.string()),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(z.string()),
})
export type SettingGroupValues = z.infer<typeof SettingGroupSchema>

/** The newest first; the last is what came with the program. */
export const SettingHistorySchema = z.object({ history: z.array(SettingGroupSchema) })
