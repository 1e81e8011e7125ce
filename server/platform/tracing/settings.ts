export type TracingSettings = {
  /** Where spans are posted. */
  url: string
  headers: Record<string, string>
  service: string
  /** Of all requests and rounds, 0 to 1. */
  share: number
}

/** `name=value,name=value`, with values URL-encoded (OpenTelemetry's OTEL_EXPORTER_OTLP_HEADERS). */
export function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name.trim(), decodeURIComponent(value.join('=').trim())]),
  )
}

export function whyNotHeaders(text: string): string | null {
  const isPair = (pair: string) => /^\s*[\w-]+=(?:[^%,\s]|%[\da-f]{2})+\s*$/i.test(pair)
  return text.split(',').every(isPair) ? null : 'must be name=value pairs with commas between'
}
