/** Text as XML and HTML carry it, in an attribute too. */
export function asXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
