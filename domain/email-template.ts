// A product's own text for booking mails; a first line 'Subject: ...' is the subject.

export const PLACEHOLDERS = ['first_name', 'event', 'when', 'where', 'reference'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

type EmailTemplate = { subject: string | null; paragraphs: string[] }

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
  if (template.length > MAX_CHARACTERS)
    return `The text is too long. Use ${MAX_CHARACTERS} characters or fewer.`
  const unknown = namesIn(template).find((name) => !known.some((one) => one === name))
  if (unknown !== undefined)
    return `{${unknown}} is not a placeholder. You can use ${known.map((name) => `{${name}}`).join(', ')}.`
  if (/[{}]/.test(template.replace(NAME, '')))
    return 'A curly bracket has no partner, or there is nothing between the two.'
  if (subject === null) return null
  if (subject.length > MAX_IN_SUBJECT)
    return `The subject is too long. Use ${MAX_IN_SUBJECT} characters or fewer.`
  const healthWord = HEALTH.exec(subject)?.[0]
  if (healthWord !== undefined)
    return `Take '${healthWord}' out of the subject: other people can see it on a locked screen.`
  return /\{(event|where)\}/.test(subject)
    ? 'Take the event’s name and venue out of the subject: they could give away what the test is for.'
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
