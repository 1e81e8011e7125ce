// A real SMTP server that refuses, stalls, drops connections and dies, and records what it
// accepted.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Random } from '../../app/seeded.ts'

const STAGES = ['greeting', 'sender', 'reader', 'end of mail'] as const
type Stage = (typeof STAGES)[number]
const TROUBLES = ['refuses', 'stalls', 'drops the connection'] as const
export type Trouble = (typeof TROUBLES)[number] | 'dies'

export type Taken = { messageId: string; reader: string }
export type TroubledServer = Awaited<ReturnType<typeof startTroubledServer>>

const CHANCE = 0.06

/** Starts on a free port; `taken` has an entry for each acceptance of a mail. */
export async function startTroubledServer(random: Random) {
  const taken: Taken[] = []
  const seen: Partial<Record<Trouble, number>> = {}
  const sockets = new Set<Socket>()
  let server = open()
  const port = await listen(server, 0)

  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    seen,
    /** Closes every connection at once, and listens again after so many milliseconds. */
    async die(awayMs: number): Promise<void> {
      count('dies')
      await close()
      await new Promise((back) => setTimeout(back, awayMs))
      server = open()
      await listen(server, port)
    },
    close,
  }

  function open(): SMTPServer {
    const started = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      // The client has to time out on a stalled connection.
      socketTimeout: 3_600_000,
      closeTimeout: 1,
      onConnect: (session, done) => meet('greeting', session, done),
      onMailFrom: (_, session, done) => meet('sender', session, done),
      onRcptTo: (_, session, done) => meet('reader', session, done),
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (piece: Buffer) => {
          text += piece.toString('latin1')
        })
        stream.on('end', () =>
          meet('end of mail', session, (error) => {
            if (!error) taken.push({ messageId: idOf(text), reader: readerOf(session) })
            done(error)
          }),
        )
      },
    })
    started.on('error', () => undefined)
    started.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    return started
  }

  function meet(stage: Stage, session: SMTPServerSession, done: (error?: Error) => void): void {
    const trouble = random.chance(CHANCE) ? random.pick(TROUBLES) : null
    if (trouble === null) done()
    else count(trouble)
    if (trouble === 'refuses') done(Object.assign(new Error(stage), { responseCode: 451 }))
    if (trouble !== 'drops the connection') return
    for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
  }

  function count(trouble: Trouble): void {
    seen[trouble] = (seen[trouble] ?? 0) + 1
  }

  function close(): Promise<void> {
    const closed = new Promise<void>((done) => server.close(() => done()))
    for (const socket of sockets) socket.destroy()
    return closed
  }
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  const listening = server.listen(port, '127.0.0.1')
  await new Promise((done) => listening.once('listening', done))
  return (listening.address() as AddressInfo).port
}

function idOf(text: string): string {
  return /^Message-ID:\s*(\S+)/im.exec(text)?.[1] ?? ''
}

function readerOf({ envelope }: SMTPServerSession): string {
  return envelope.rcptTo[0]?.address ?? ''
}
