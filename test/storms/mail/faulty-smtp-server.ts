// A real SMTP server that refuses, stalls, drops connections and dies, and records what it
// accepted.
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { Random } from '../../app/seeded.ts'

const STAGES = ['greeting', 'sender', 'recipient', 'end of mail'] as const
type Stage = (typeof STAGES)[number]
const FAULTS = ['refuses', 'stalls', 'drops the connection'] as const
export type Fault = (typeof FAULTS)[number] | 'dies'

export type Accepted = { messageId: string; recipient: string }
export type FaultySmtpServer = Awaited<ReturnType<typeof startFaultySmtpServer>>

const CHANCE = 0.06

/** Starts on a free port; `accepted` has an entry for each acceptance of a mail. */
export async function startFaultySmtpServer(random: Random) {
  const accepted: Accepted[] = []
  const faults: Partial<Record<Fault, number>> = {}
  const sockets = new Set<Socket>()
  let server = open()
  const port = await listen(server, 0)

  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    faults,
    /** Closes every connection at once, and listens again after `downMs`. */
    async die(downMs: number): Promise<void> {
      count('dies')
      await close()
      await wait(downMs)
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
      onConnect: (session, done) => maybeFail('greeting', session, done),
      onMailFrom: (_, session, done) => maybeFail('sender', session, done),
      onRcptTo: (_, session, done) => maybeFail('recipient', session, done),
      onData(stream, session, done) {
        let text = ''
        stream.on('data', (piece: Buffer) => {
          text += piece.toString('latin1')
        })
        stream.on('end', () =>
          maybeFail('end of mail', session, (error) => {
            if (!error) accepted.push({ messageId: idOf(text), recipient: recipientOf(session) })
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

  function maybeFail(
    stage: Stage,
    session: SMTPServerSession,
    done: (error?: Error) => void,
  ): void {
    const fault = random.chance(CHANCE) ? random.pick(FAULTS) : null
    if (fault === null) done()
    else count(fault)
    if (fault === 'refuses') done(Object.assign(new Error(stage), { responseCode: 451 }))
    if (fault !== 'drops the connection') return
    for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
  }

  function count(fault: Fault): void {
    faults[fault] = (faults[fault] ?? 0) + 1
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

function recipientOf({ envelope }: SMTPServerSession): string {
  return envelope.rcptTo[0]?.address ?? ''
}
