// What a product says in its own words in the mails about a booking (spec §3, email_template): plain
// text, with a subject of its own in the first line if it begins with 'Subject:'.

/** What may stand between braces, as '{first_name}'. */
export const PLACEHOLDERS = ['first_name', 'event', 'when', 'where', 'reference'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

export type EmailTemplate = { subject: string | null; paragraphs: string[] }

const SUBJECT = /^subject:(.*)(?:\r?\n|$)/i
const MOST_CHARACTERS = 4_000
const MOST_IN_SUBJECT = 100
/** A subject is read on locked screens: it may say nothing of what is tested. */
const HEALTH = /PSA|prostat|test|screen|result|cancer/i

/** The template's subject and paragraphs, still with their placeholders; null and none of an empty one. */
export function readTemplate(template: string | null): EmailTemplate {
  const text = (template ?? '').trim()
  const subject = SUBJECT.exec(text)
  const body = subject ? text.slice(subject[0].length) : text
  const paragraphs = body.split(/\n\s*\n/).map((part) => part.trim())
  return { subject: subject?.[1]?.trim() || null, paragraphs: paragraphs.filter(Boolean) }
}

/** Why a template cannot be used, in words for whoever wrote it; null when it can. */
export function whyNotTemplate(template: string): string | null {
  const { subject } = readTemplate(template)
  if (template.length > MOST_CHARACTERS) return `It is longer than ${MOST_CHARACTERS} characters.`
  const unknown = namesIn(template).find((name) => !isPlaceholder(name))
  if (unknown !== undefined) {
    const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ')
    return `{${unknown}} is not known. Known are ${known}.`
  }
  if (/[{}]/.test(template.replace(NAME, ''))) return 'A brace has no partner, or nothing in it.'
  if (subject === null) return null
  if (subject.length > MOST_IN_SUBJECT) return `Its subject is longer than ${MOST_IN_SUBJECT}.`
  const told = HEALTH.exec(subject)?.[0]
  if (told !== undefined) return `Its subject says '${told}', and is read on locked screens.`
  return /\{(event|where)\}/.test(subject)
    ? 'The name or place of an event in its subject may tell what is tested.'
    : null
}

/** The text with what stands for each placeholder, as it is; one that is not known stays as written. */
export function fillIn(text: string, values: Record<Placeholder, string>): string {
  return text.replace(NAME, (braces, name) => (isPlaceholder(name) ? values[name] : braces))
}

const NAME = /\{([^{}\n]+)\}/g

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(NAME), ([, name = '']) => name)
}

function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((known) => known === name)
}
