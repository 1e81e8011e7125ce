// deploy/ha with the addresses, folders and passwords of a test.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { DEPLOY, postgresFolder, programPath } from './programs.ts'

const IN_DEPLOY = /10\.0\.0\.1([123])/g
const NAMES = ['db1', 'db2', 'db3']

export type Place = {
  /** Of this test. */
  folder: string
  /** In 127.0.0.0/8, of db1 to db3. */
  addresses: string[]
  /** On the site's machine. */
  ports: { primary: number; replicas: number; pooler: number }
}
export type Passwords = ReturnType<typeof makePasswords>

export function makePasswords() {
  const one = () => randomBytes(18).toString('hex')
  const [superuser, replication, rewind, restapi] = [one(), one(), one(), one()]
  return { superuser, replication, rewind, restapi, owner: one(), site: one() }
}

/** Of the unit of Patroni. */
export function patroniEnvironment(passwords: Passwords): Record<string, string> {
  return {
    PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: passwords.replication,
    PATRONI_REWIND_PASSWORD: passwords.rewind,
    PATRONI_RESTAPI_PASSWORD: passwords.restapi,
  }
}

export async function etcdEnvironment(place: Place, n: number): Promise<Record<string, string>> {
  const text = asMachine(await read('etcd.default', place), n)
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line))
  const values = lines.map((line) => [line.split('=', 1)[0], line.slice(line.indexOf('=') + 1)])
  return { ...Object.fromEntries(values), ETCD_DATA_DIR: join(homeOf(place, n), 'etcd') }
}

/** Writes the file of db1, db2 or db3, and gives its path. */
export async function writePatroni(place: Place, n: number): Promise<string> {
  const config = parse(asMachine(await read('patroni.yml', place), n))
  const home = homeOf(place, n)
  const { postgresql } = config
  postgresql.data_dir = join(home, 'postgres')
  postgresql.pgpass = join(home, 'pgpass')
  postgresql.bin_dir = postgresFolder()
  Object.assign(postgresql.parameters, {
    unix_socket_directories: home,
    shared_buffers: '128MB',
    ssl_cert_file: join(home, 'server.crt'),
    ssl_key_file: join(home, 'server.key'),
  })
  postgresql.pg_hba = postgresql.pg_hba.map((line: string) =>
    line.replace('10.0.0.0/24', '127.0.0.0/8'),
  )
  // This machine's own watchdog is not the test's.
  config.watchdog.mode = 'off'
  const file = join(home, 'patroni.yml')
  await writeFile(file, stringify(config))
  return file
}

export async function writeBalancer(place: Place): Promise<string> {
  const file = join(place.folder, 'haproxy.cfg')
  const text = (await read('haproxy.cfg', place))
    .replace('/run/haproxy/admin.sock', join(place.folder, 'site', 'haproxy.sock'))
    .replace('127.0.0.1:5000', `127.0.0.1:${place.ports.primary}`)
    .replace('127.0.0.1:5001', `127.0.0.1:${place.ports.replicas}`)
  await writeFile(file, text)
  return file
}

export async function writePooler(place: Place, { site }: Passwords): Promise<string> {
  const [file, users] = ['pgbouncer.ini', 'users.txt'].map((name) => join(place.folder, name))
  if (!file || !users) throw new Error('no place for the pooler')
  await writeFile(users, `"charity" "${site}"\n`)
  const text = (await read('pgbouncer.ini', place))
    .replace('port=5000', `port=${place.ports.primary}`)
    .replace('listen_port = 6432', `listen_port = ${place.ports.pooler}`)
    .replace('/etc/pgbouncer/users.txt', users)
    .replace('/etc/ssl/certs/chaps-database.crt', join(place.folder, 'ca.crt'))
  await writeFile(file, text)
  return file
}

/** The statements of roles.sql, one by one, for whatever version of PostgreSQL. */
export async function roleStatements(passwords: Passwords): Promise<string[]> {
  const text = await readFile(join(DEPLOY, 'roles.sql'), 'utf8')
  return text
    .replace(/^--.*$/gm, '')
    .replace(":'owner_password'", `'${passwords.owner}'`)
    .replace(":'site_password'", `'${passwords.site}'`)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}

/** An authority, and a certificate of it that names the machines and 127.0.0.1, where HAProxy listens. */
export function makeCertificates({ folder, addresses }: Place): { authority: string } {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { env: { PATH: programPath() }, stdio: 'pipe' })
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const ca = ['-keyout', at('ca.key'), '-out', at('ca.crt')]
  openssl('req', '-x509', ...ec, '-subj', '/CN=Test authority', ...ca)
  const names = ['127.0.0.1', ...addresses].map((address) => `IP:${address}`).join(',')
  const signed = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-addext', `subjectAltName=${names}`]
  const server = ['-keyout', at('server.key'), '-out', at('server.crt')]
  openssl('req', '-x509', ...ec, '-subj', '/CN=database', ...signed, ...server)
  return { authority: at('ca.crt') }
}

export function homeOf({ folder }: Pick<Place, 'folder'>, n: number): string {
  return join(folder, NAMES[n] ?? '')
}

async function read(name: string, { addresses }: Place): Promise<string> {
  const text = await readFile(join(DEPLOY, name), 'utf8')
  return text.replace(IN_DEPLOY, (_, which) => addresses[Number(which) - 1] ?? '')
}

/** The files are db1's; the lists that name all three machines stay. */
function asMachine(text: string, n: number): string {
  const [first = ''] = /127\.\d+\.\d+\.11/.exec(text) ?? []
  const own = first.replace(/11$/, `1${n + 1}`)
  return text
    .split('\n')
    .map((line) => (line.includes(`.12:`) ? line : line.replaceAll(first, own)))
    .join('\n')
    .replace(/^(name: |ETCD_NAME=)db1$/m, `$1${NAMES[n]}`)
}
