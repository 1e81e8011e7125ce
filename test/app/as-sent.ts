import { ANY_FACT, placeholderTexts } from '../../domain/charity-placeholders.ts'
import { testCharity } from './settings.ts'

const TEXTS = new Map(placeholderTexts(testCharity))

/** A text of a page with the facts that came with the program, as the server sends it. */
export function asSent(text: string): string {
  return text.replace(new RegExp(ANY_FACT, 'g'), (name) => TEXTS.get(name) ?? name)
}
