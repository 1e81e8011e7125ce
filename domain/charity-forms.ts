// Facts of the charity in the forms in which pages and mails say them. Every page loads this.

type Address = { street: string; town: string; postcode: string }

/** The name comes before it. */
export function addressLines({ street, town, postcode }: Address): string[] {
  return [street, town, postcode]
}

/** A telephone number as a `tel:` link has it. */
export function dialled(number: string): string {
  return number.replaceAll(' ', '')
}

/** A line that does not begin with an abbreviation, with a small first letter. */
export function inSentence(line: string): string {
  return line.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase())
}
