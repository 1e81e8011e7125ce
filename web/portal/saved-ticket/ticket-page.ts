// Without scripts and files: it is all that there is without a network.
import type { SavedTickets, Ticket } from './saved-ticket.ts'

export const TICKET_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

const STYLE = `
body{margin:0;background:#fbfaf6;color:#17202b;font:1.1875rem/1.5 'Source Sans 3',Verdana,sans-serif;overflow-wrap:anywhere}
header{padding:.75rem 1.25rem;background:#10243e;color:#fff;font:600 1.5rem/1.3 'Source Serif 4',Georgia,serif}
main{max-width:34rem;margin:0 auto;padding:1.25rem}
h1,h2{color:#10243e;font-family:'Source Serif 4',Georgia,serif;line-height:1.2}
h1{font-size:2rem}
h2{font-size:1.5rem}
.saved{padding:1rem;border-left:4px solid #8a5200;background:#fff3db}
.saved p{margin:0}
article{margin-block:1.5rem;padding:1.25rem;border:1px solid #c9d1d8;border-radius:6px;background:#fff}
article h2{margin-top:0}
dl{margin:0}
dt{font-weight:600}
dd{margin:0 0 .75rem}
img{display:block;width:174px;height:174px;background:#fff;image-rendering:pixelated}
a{color:#1b4f8f}
.again{display:inline-block;padding:.75rem 1.25rem;border-radius:6px;background:#10243e;color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid #ffd84d;outline-offset:2px;box-shadow:0 0 0 2px #10243e}
@media (prefers-color-scheme:dark){
:root{color-scheme:dark}
body{background:#0c1521;color:#eee}
h1,h2{color:#def}
.saved{border-color:#fb6;background:#332812}
article{border-color:#345;background:#15212f}
a{color:#9cf}
.again{background:#def;color:#15212f}
}
`

/** The tickets whose day is not over, or null when there are none. `now` in ms. */
export function ticketPage({ at, helpline, tickets }: SavedTickets, now: number): string | null {
  const open = tickets.filter(({ until }) => until > now)
  if (open.length === 0) return null
  const title = open.length === 1 ? 'Your appointment' : 'Your appointments'
  return `<!DOCTYPE html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="format-detection" content="telephone=no"><title>${title} – CHAPS</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>
<header>CHAPS</header>
<main>
<div class="saved" role="status"><p><b>Saved on this phone; you are offline</b></p><p>Saved at ${escaped(at)}. It does not show any changes since then.</p></div>
<h1>${title}</h1>
${open.map(article).join('\n')}
<p>Questions? Ring <a href="tel:${escaped(helpline.replaceAll(' ', ''))}">${escaped(helpline).replaceAll(' ', '&nbsp;')}</a>.</p>
<p><a class="again" href="/upcoming-events">Try again</a></p>
</main>
</body>
</html>
`
}

function article({ event, when, where, reference, code }: Ticket): string {
  return `<article>
<h2>${escaped(event)}</h2>
<dl><dt>When</dt><dd>${escaped(when)}</dd><dt>Place</dt><dd>${escaped(where)}</dd><dt>Booking reference</dt><dd>${escaped(reference)}</dd></dl>
<img src="${escaped(code)}" alt="QR code of your booking reference ${escaped(reference)}">
<p>Show this code at the door, or say your name.</p>
</article>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
