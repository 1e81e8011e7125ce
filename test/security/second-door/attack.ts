// Everything that one person of the staff can do with the calls of their role and their accounts.
import type { Permission } from '../../../domain/office/permissions.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import { readPdf } from '../../app/read-pdf.ts'
import type { Random } from '../../app/seeded.ts'
import { exampleOf, type Input, inputsOf, type Known } from './example-input.ts'
import type { Account, World } from './world.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Route = { method: Method; url: string; permission: Permission | null }
/** What was read, and where. */
export type Seen = { where: string; text: string }
/** How often each route was answered, by status, and the first words of its last refusal. */
export type Tally = Map<string, { statuses: Set<number>; refusal: string }>

/** What the calls take that read a file. */
const FILES: Record<string, string> = {
  'POST /api/office/provider-reports': `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Invoice Number"\r\n`,
}

/** The calls that the app registers and the permission table gives to the role. */
export function routesOf({ site, role }: World): Route[] {
  return (site.officeRoutes as Route[]).filter(
    ({ permission }) => permission === null || hasPermission([role], permission),
  )
}

/**
 * Calls each route that writes: for each record that its address and its body can name, `times` times.
 * One that says that the record has changed meanwhile is called again with the next version, and one
 * that has taken no input so far is called with more.
 */
export async function pressEverything(
  world: World,
  { random, times, tally }: { random: Random; times: number; tally: Tally },
): Promise<Seen[]> {
  const seen: Seen[] = []
  const inputs = inputsOf(world.site.app)
  const writes = routesOf(world).filter(({ method }) => method !== 'GET')
  const tookNone = ({ method, url }: Route) =>
    [...(tally.get(`${method} ${url}`)?.statuses ?? [])].every((status) => status === 400)
  for (let n = 0; n < MOST_ROUNDS * times; n += 1)
    for (const { method, url } of n < times ? writes : writes.filter(tookNone)) {
      const route = `${method} ${url}`
      const input = inputs.get(route)
      if (!input) throw new Error(`${route} declares no input`)
      for (const about of recordsNamed(world, { url, input })) {
        const known = { ...knownIn(world), ...about }
        const ids = { ...world.ids, ...input.choices, ...about }
        const address = addressOf(url, { ids, random })
        const payload = input.body && exampleOf(input.body, { name: 'body', known, random })
        const file = FILES[route]
        const ask = (body: object | null) =>
          call(world, world.person, {
            method,
            url: address,
            ...(body && { payload: body }),
            ...(file && { payload: Buffer.from(file), type: 'text/csv' }),
          })
        let answer = await ask(payload as object | null)
        for (const versions of VERSIONS) {
          if (!answer.text.includes('changed_meanwhile')) break
          answer = await ask({ ...(payload as object), ...versions })
        }
        seen.push({ where: route, text: answer.text })
        const counted = tally.get(route) ?? { statuses: new Set(), refusal: '' }
        counted.statuses.add(answer.status)
        if (answer.status === 400) counted.refusal = answer.text.slice(0, 300)
        tally.set(route, counted)
      }
    }
  return seen
}

const MOST_ROUNDS = 5
const VERSIONS = [1, 2, 3, 4, 5].flatMap((version) =>
  [1, 2, 3, 4].map((other) => ({ version, kept_version: version, merged_version: other })),
)

/** Each record of a member in the address, with each that the body can name beside it. */
function recordsNamed({ ids }: World, { url, input }: { url: string; input: Input }) {
  const ofMember = /members\/:id/.test(url)
  const isBeside = input.body?.properties?.member_id !== undefined
  const all = ids.members ?? []
  if (!ofMember) return isBeside ? all.map((id) => ({ member_id: [id] })) : [{}]
  return all.flatMap((id) =>
    isBeside ? all.map((other) => ({ members: [id], member_id: [other] })) : [{ members: [id] }],
  )
}

/** Reads all that the role and the own accounts open: answers, files, and what was sent to them. */
export async function readEverything(world: World): Promise<Seen[]> {
  const { site, accounts, ids, ownMemberIds } = world
  const seen: Seen[] = []
  const read = async (as: Account | World['person'], url: string, accept = 'application/json') => {
    const { text } = await call(world, as, { method: 'GET', url, accept })
    seen.push({ where: `GET ${url}`, text })
  }
  // The description of the API names the bands of its fields, and nothing of anybody.
  const reads = routesOf(world).filter(
    ({ method, url }) => method === 'GET' && url !== '/api/office/openapi.json',
  )
  for (const { url } of reads)
    for (const address of everyAddressOf(url, world))
      for (const accept of ['application/json', 'text/csv'])
        await read(world.person, `${address}${address.includes('?') ? '&' : '?'}q=Carter`, accept)
  for (const account of accounts) {
    await read(account, '/api/my-data')
    await read(account, '/api/my-data/result-views')
    await read(account, '/api/auth/profile')
    for (const id of ids.members ?? []) {
      await read(account, `/api/medical/results/${id}`)
      for (const result of ids.results ?? [])
        for (const end of ['', '/letter'])
          await read(account, `/api/medical/results/${id}/${result}${end}`)
      for (const when of ['upcoming', 'past'])
        await read(account, `/api/appointments/${when}-appointments/user/${id}`)
    }
  }
  const own = await ownAddresses(world, ownMemberIds)
  for (const mail of site.mails)
    if (own.mails.has(mail.to)) seen.push({ where: `mail ${mail.subject}`, text: mail.text })
  for (const sms of site.smses)
    if (own.phones.has(sms.phone.replace('+', ''))) seen.push({ where: 'sms', text: sms.text })
  return seen
}

/** Tries each code and each key of a link that was seen, from an account of the person's own. */
export async function useCodes(world: World, seen: Seen[]): Promise<Seen[]> {
  const found: Seen[] = []
  const texts = seen.map(({ text }) => text).join('\n')
  const codes = new Set(texts.match(/\b[A-Z0-9]{4}(-[A-Z0-9]{4}){2}\b/g) ?? [])
  for (const code of codes)
    for (const { dateOfBirth } of world.victims)
      for (const account of world.accounts) {
        await world.rows('delete from rate_limits')
        const payload = { code, date_of_birth: dateOfBirth }
        const answer = await call(world, account, {
          method: 'POST',
          url: '/api/record-claims',
          payload,
        })
        found.push({ where: 'POST /api/record-claims', text: answer.text })
      }
  const keys = new Set(
    [...texts.matchAll(/[?&#](?:token|key|code)=([\w.~-]+)/g)].map(([, key]) => key),
  )
  for (const key of keys)
    for (const url of ['follow-up', 'preparation', 'host', 'payments/link'])
      for (const name of ['key', 'token']) {
        const payload = { [name]: key }
        const answer = await call(world, world.person, {
          method: 'POST',
          url: `/api/${url}`,
          payload,
        })
        found.push({ where: `POST /api/${url}`, text: answer.text })
      }
  return found
}

type Call = { method: Method; url: string; payload?: object; accept?: string; type?: string }

async function call(
  { site }: World,
  { cookie }: { cookie: string },
  { method, url, payload, type, accept = 'application/json' }: Call,
): Promise<{ status: number; text: string }> {
  const headers = {
    cookie,
    accept,
    'sec-fetch-site': 'same-origin',
    ...(type && { 'content-type': type }),
  }
  const answer = await site.app.inject({ method, url, headers, ...(payload && { payload }) })
  const isPdf = answer.headers['content-type']?.toString().startsWith('application/pdf')
  const text = isPdf ? await wordsOf(answer.rawPayload) : answer.body
  return { status: answer.statusCode, text }
}

async function wordsOf(pdf: Buffer): Promise<string> {
  const pages = await readPdf(pdf)
  return pages
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

type Ids = Record<string, readonly unknown[]>

function addressOf(url: string, { ids, random }: { ids: Ids; random: Random }): string {
  return url.replace(/(?:([\w-]+)\/)?:(\w+)/g, (_, room, name) => {
    const id = random.pick(ids[name] ?? ids[room] ?? [1, 2])
    return room ? `${room}/${id}` : String(id)
  })
}

function everyAddressOf(url: string, { ids }: World): string[] {
  const [, before, room, rest] = /^(.*?)([\w-]+)\/:\w+(.*)$/.exec(url) ?? []
  if (room === undefined) return [url]
  const filled = (rest ?? '').replace(/:other/, String(ids.members?.[0])).replace(/:\w+/g, '1')
  return (ids[room] ?? [1, 2]).map((id) => `${before}${room}/${id}${filled}`)
}

function knownIn({ ids, accounts }: World): Known {
  return {
    member_id: ids.members ?? [],
    event_id: ids.events ?? [],
    appointment_id: ids.appointments ?? [],
    version: [1],
    kept_version: [1],
    merged_version: [1],
    email: accounts.map(({ email }) => email),
    phone: ['07700900499'],
    doubt: [1],
    dry_run: [true, false],
    account: ['kept', 'merged'],
    contact_email: ['hall@example.org'],
    start: ['10:00'],
    end: ['12:00', '11:00'],
    nhs_number: ['9434765919'],
    pence: [500, 150_000],
    date_of_birth: ['1968-05-14', '1951-02-03'],
    count: [1],
    shown_from: ['2027-01-01T00:00:00Z'],
    shown_until: ['2027-12-31T00:00:00Z'],
  }
}

/** What a record of the person's own, or their accounts, are reached by. */
async function ownAddresses({ accounts, rows }: World, memberIds: number[]) {
  const found = await rows('select email, phone from members where id = any($1)', memberIds)
  return {
    mails: new Set([...accounts.map(({ email }) => email), ...found.map(({ email }) => email)]),
    phones: new Set(['447700900499', ...found.map(({ phone }) => phone)]),
  }
}
