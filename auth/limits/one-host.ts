/** Whether a request names its host more than once, of which programs on its way may read either. */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}
