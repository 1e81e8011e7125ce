// The mail server of development, demo and tests: accepts and shows every mail, forwards none.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { type KeptMessage, openMessages } from './mailbox/messages.ts'
import { listPage, messagePage, PAGE_POLICY, PICTURE_POLICY } from './mailbox/pages.ts'

export type Mailbox = { url: string; smtpUrl: string; stop(): Promise<void> }

const MESSAGE_BYTES = 5_000_000

/**
 * Starts the mailbox on 127.0.0.1: SMTP on `smtpPort`, its pages on `httpPort` (0 chooses a free
 * port). Messages are stored as files in `folder`; `GET /messages.json?to=` lists them. `onLog` is
 * called for aborted connections.
 */
export async function startMailbox(options: {
  smtpPort: number
  httpPort: number
  folder: string
  onLog?: (line: string) => void
}): Promise<Mailbox> {
  const messages = await openMessages(options.folder)
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MESSAGE_BYTES,
    onData(stream, _session, done) {
      buffer(stream)
        .then(messages.keep)
        .then(() => done(), done)
    },
  })
  // An unhandled connection reset would end the process.
  smtp.on('error', ({ message }) => options.onLog?.(`Mailbox: a sender broke off (${message}).`))
  const pages = createServer((request, response) => {
    const isOurs = /^(localhost|127\.0\.0\.1)(:|$)/.test(request.headers.host ?? '')
    // DNS rebinding: another site must not read mails through a name that points here.
    if (!isOurs) return void response.writeHead(421).end()
    answer(new URL(request.url ?? '/', 'http://localhost'))
      .then(({ status = 200, type = 'text/html; charset=utf-8', policy = PAGE_POLICY, body }) => {
        const headers = { 'content-type': type, 'content-security-policy': policy }
        response.writeHead(status, { ...headers, 'cache-control': 'no-store' }).end(body)
      })
      .catch((error: Error) => response.writeHead(500).end(error.message))
  })
  smtp.listen(options.smtpPort, '127.0.0.1')
  pages.listen(options.httpPort, '127.0.0.1')
  await Promise.all([once(smtp.server, 'listening'), once(pages, 'listening')])

  return {
    url: `http://localhost:${portOf(pages.address())}`,
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    async stop() {
      pages.closeAllConnections()
      await Promise.all([
        new Promise((done) => pages.close(done)),
        new Promise<void>((done) => smtp.close(() => done())),
      ])
    },
  }

  async function answer({ pathname, searchParams }: URL): Promise<Answer> {
    if (pathname === '/') return { body: listPage(await messages.list()) }
    if (pathname === '/messages.json') {
      const to = searchParams.get('to')
      const all = await messages.list()
      const wanted = to === null ? all : all.filter((message) => message.to.includes(to))
      return { type: 'application/json', body: JSON.stringify(wanted) }
    }
    const [, id, part] = /^\/messages\/([\w-]+)(\/html)?$/.exec(pathname) ?? []
    const message = id === undefined ? null : await messages.find(id)
    if (!message) return { status: 404, body: 'There is no such message.', type: 'text/plain' }
    if (part) return { body: message.html ?? '', policy: PICTURE_POLICY }
    return { body: messagePage(message) }
  }
}

export type { KeptMessage }

type Answer = { status?: number; type?: string; policy?: string; body: string }

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}
