// The service worker of the days (worker.ts) keeps the files of this screen, nothing else.
import { reportClientError } from '../../report-error.ts'
import { CAMERA_FILES } from './scan/camera-files.ts'

const WORKER = '/office/days/worker.js'
const SCOPE = '/office/days/'

/** Keeps the files that this page was made of, so that it opens without a network. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    // Otherwise a browser short of space may remove presses that wait.
    await navigator.storage.persist()
    await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
    const { active } = await navigator.serviceWorker.ready
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .concat(filesOfStyles())
      .map((address) => new URL(address))
      .filter(({ origin, pathname }) => origin === location.origin && isFile(pathname))
      .map(({ pathname }) => pathname)
    const all = new Set([...files, ...Object.values(CAMERA_FILES)])
    active?.postMessage({ page: location.pathname, files: [...all] })
  } catch (error) {
    reportClientError('The day is not kept without a network', error)
  }
}

/** Pictures and fonts of style sheets, which a browser fetches only when something shows them. */
function filesOfStyles(): string[] {
  return [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].flatMap(({ cssText }) =>
      [...cssText.matchAll(/url\("?([^")]+\.(?:svg|woff2))"?\)/g)].map(
        ([, path = '']) => new URL(path, sheet.href ?? location.href).href,
      ),
    ),
  )
}

function isFile(path: string): boolean {
  return path.startsWith('/assets/') || path === '/favicon.svg'
}
