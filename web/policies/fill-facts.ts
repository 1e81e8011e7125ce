import { AS_READ } from '../../domain/charity-placeholders.ts'

/** Facts of the charity by name, for example `{street}` or `{email}`. Throws Error naming `file` for any other name. */
export function fillFacts(file: string, html: string): string {
  return html.replace(/\{(\w*)\}/g, (braces, name) => {
    const [, fact] = Object.entries(AS_READ).find(([known]) => known === name) ?? []
    if (fact === undefined) throw new Error(`${file}: ${braces} is not a fact of the charity`)
    return name.endsWith('email') ? `<a href="mailto:${fact}">${fact}</a>` : fact
  })
}
