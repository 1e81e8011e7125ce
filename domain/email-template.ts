// A product's own text for booking mails (spec §3); a first line 'Subject: ...' is the subject.

export const PLACEHOLDERS = ['first_name', 'event', 'when', 'where', 'reference'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

export type EmailTemplate = { subject: string | null; paragraphs: string[] }

const SUBJECT = /^subject:(.*)(?:\r?\n|$)/i
const MAX_CHARACTERS = 4_000
const MAX_IN_SUBJECT = 100
/** Subjects show on lock screens, so they must not mention health. */
const HEALTH = /PSA|prostat|test|screen|result|cancer/i

/** Placeholders stay unfilled; null and [] for an empty template. */
export function readTemplate(template: string | null): EmailTemplate {
  const text = (template ?? '').trim()
  const subject = SUBJECT.exec(text)
  const body = subject ? text.slice(subject[0].length) : text
  const paragraphs = body.split(/\n\s*\n/).map((part) => part.trim())
  return { subject: subject?.[1]?.trim() || null, paragraphs: paragraphs.filter(Boolean) }
}

/** `known` are the placeholders that the mail can fill in. */
export function whyNotTemplate(
  template: string,
  known: readonly Placeholder[] = PLACEHOLDERS,
): string | null {
  const { subject } = readTemplate(template)
  if (template.length > MAX_CHARACTERS) return `It is longer than ${MAX_CHARACTERS} characters.`
  const unknown = namesIn(template).find((name) => !known.some((one) => one === name))
  if (unknown !== undefined)
    return `{${unknown}} is not known. Known are ${known.map((name) => `{${name}}`).join(', ')}.`
  if (/[{}]/.test(template.replace(NAME, ''))) return 'A brace has no partner, or nothing in it.'
  if (subject === null) return null
  if (subject.length > MAX_IN_SUBJECT) return `Its subject is longer than ${MAX_IN_SUBJECT}.`
  const healthWord = HEALTH.exec(subject)?.[0]
  if (healthWord !== undefined)
    return `Its subject says '${healthWord}', and is read on locked screens.`
  return /\{(event|where)\}/.test(subject)
    ? 'The name or place of an event in its subject may tell what is tested.'
    : null
}

/** Unescaped; unknown placeholders stay. */
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
