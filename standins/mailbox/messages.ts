import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Address, type Attachment } from 'postal-mime'

export type KeptMessage = {
  id: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string | null
  files: string[]
  messageId: string
  /** Reply-To addresses, if any, and the header of RFC 8058. */
  replyTo: string[]
  unsubscribe: string
  receivedAt: string
}

const SHOWN = 300

/** The messages stored in `folder`, one raw file each, newest first. */
export async function openMessages(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const read = async (id: string): Promise<KeptMessage> => {
    const mail = await PostalMime.parse(await readFile(join(folder, `${id}.eml`)))
    return {
      id,
      to: addressesOf(mail.to),
      from: mail.from?.address ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ? withPictures(mail.html, mail.attachments) : null,
      files: mail.attachments.map(({ filename }) => filename ?? 'unnamed'),
      messageId: mail.messageId ?? '',
      replyTo: addressesOf(mail.replyTo),
      unsubscribe: mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
      receivedAt: new Date(Number(id.split('-')[0])).toISOString(),
    }
  }
  const ids = async (): Promise<string[]> =>
    (await readdir(folder))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .sort()
      .reverse()

  return {
    async keep(message: Buffer): Promise<void> {
      const path = join(folder, `${Date.now()}-${randomUUID()}`)
      await writeFile(`${path}.part`, message)
      await rename(`${path}.part`, `${path}.eml`)
    },
    async list(): Promise<KeptMessage[]> {
      return Promise.all((await ids()).slice(0, SHOWN).map(read))
    },
    async find(id: string): Promise<KeptMessage | null> {
      return (await ids()).includes(id) ? read(id) : null
    },
  }
}

/** Attached pictures in their places, as a mail program shows them. */
function withPictures(html: string, files: readonly Attachment[]): string {
  return html.replace(/src="cid:([^"]+)"/g, (source, id) => {
    const file = files.find(({ contentId }) => contentId === `<${id}>`)
    if (!file || typeof file.content === 'string') return source
    return `src="data:${file.mimeType};base64,${Buffer.from(new Uint8Array(file.content)).toString('base64')}"`
  })
}

function addressesOf(to: Address[] | undefined): string[] {
  return (to ?? []).flatMap((address) => address.address ?? addressesOf(address.group))
}
