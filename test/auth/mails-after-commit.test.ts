// Mails of transactions in a service without an outbox (npm run auth).
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { GoTrueClient } from '@supabase/auth-js'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { createEmptyDatabase, openTestDatabase } from '../database/database.ts'
import { startAlone } from './standalone-service.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

const WHO = { email: 'user@example.org', password: PASSWORD }
const ANOTHER = { password: 'otter-under-the-bridge' }
let t: TestAuth
let owner: Pool

beforeEach(async () => {
  const database = await openTestDatabase()
  owner = database.owner.pool
  t = await openTestAuth(database.pool)
})
afterEach(() => t.close())

test('what is rolled back is mailed to nobody, and what is committed once', async () => {
  const client = t.client()
  await client.signUp(WHO)
  // Fails as late as possible: after all writes and after the mail was handed over.
  await owner.query(
    `create function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'not today'; end $$`,
  )
  await owner.query(
    `create constraint trigger not_today after insert on auth.audit_log_entries
       deferrable initially deferred for each row
       when (new.action = 'user_updated_password') execute function refuse()`,
  )
  expect((await client.updateUser(ANOTHER)).error?.status).toBe(500)
  expect(await t.mails()).toEqual([])
  expect((await client.signInWithPassword(WHO)).error).toBeNull()

  await owner.query('drop trigger not_today on auth.audit_log_entries')
  expect((await client.updateUser(ANOTHER)).error).toBeNull()
  expect((await t.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [WHO.email, 'Your password for The Weir has been changed'],
  ])
})

test('a transaction that the database asks to repeat tells once', async () => {
  const client = t.client()
  await client.signUp(WHO)
  await owner.query('create sequence tries; grant usage on sequence tries to public')
  await owner.query(
    `create function fail_twice() returns trigger language plpgsql as $$ begin
       if nextval('tries') < 3 then raise exception 'again' using errcode = '40001'; end if;
       return null; end $$`,
  )
  await owner.query(
    `create constraint trigger again after insert on auth.audit_log_entries
       deferrable initially deferred for each row
       when (new.action = 'user_updated_password') execute function fail_twice()`,
  )
  expect((await client.updateUser(ANOTHER)).error).toBeNull()
  expect(await t.mails()).toHaveLength(1)
})

test('a mail server that never answers holds up neither the answer nor a row', async () => {
  const mailServer = await startSilentServer()
  const alone = await startAlone({
    DATABASE_URL: await createEmptyDatabase(),
    GOTRUE_SITE_URL: 'https://site.example',
    GOTRUE_JWT_KEYS: JSON.stringify(await makeSigningKeys()),
    GOTRUE_MAILER_AUTOCONFIRM: 'true',
    GOTRUE_SMTP_HOST: '127.0.0.1',
    GOTRUE_SMTP_PORT: String(mailServer.port),
    GOTRUE_SMTP_ADMIN_EMAIL: 'auth@site.example',
  })
  try {
    const client = new GoTrueClient({ url: alone.url, persistSession: false })
    await client.signUp(WHO)
    expect((await client.updateUser(ANOTHER)).error).toBeNull()
    await expect.poll(() => mailServer.held()).toBe(1)
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull()
    expect((await client.signInWithPassword(WHO)).error).toBeNull()
    expect(mailServer.held()).toBeGreaterThan(0)
  } finally {
    mailServer.stop()
    await alone.stop()
  }
})

/** Accepts connections and stays silent; `held` is how many wait for its greeting. */
async function startSilentServer() {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    held: () => open.size,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
