import { directionsOn } from '../map/directions.ts'

/** Has the links of an event (event-links.server.ts) open the device's own sharing and maps. */
export function openOnDevice(links: HTMLElement, device: Navigator = navigator): void {
  const [send, directions] = links.querySelectorAll('a')
  if (send && 'share' in device) {
    send.addEventListener('click', (event) => {
      event.preventDefault()
      const { title } = document
      device.share({ title, url: location.href.replace(/[?#].*/, '') }).catch((error: unknown) => {
        // The visitor closed it.
        if (!(error instanceof DOMException && error.name === 'AbortError'))
          location.assign(send.href)
      })
    })
  }
  const address = directions && new URL(directions.href).searchParams.get('to')
  if (!address) return
  const { href, label } = directionsOn(device.userAgent, address)
  directions.href = href
  directions.textContent = label
}
