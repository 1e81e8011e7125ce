import pg from 'pg'

async function query<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[],
  connectionString = process.env.E2E_DATABASE_URL,
) {
  const database = new pg.Client({ connectionString })
  await database.connect()
  try {
    return await database.query<Row>(sql, values)
  } finally {
    await database.end()
  }
}

export async function loseHold(holdId: string): Promise<void> {
  const { rowCount } = await query(
    `update places set held_by = null, hold_id = null, held_until = null, hold_address = null
        where hold_id = $1`,
    [holdId],
  )
  if (rowCount !== 1) throw new Error(`no place has the hold ${holdId}`)
}

export async function endOffer(eventId: number, email: string): Promise<void> {
  const { rowCount } = await query(
    `with over as (
        update places set offered_until = now() where event_id = $1
          and offered_to = (select id from members where email = $2) returning offer_id)
      update waiting_list set offered_until = now() where id in (select offer_id from over)`,
    [eventId, email],
  )
  if (rowCount !== 1) throw new Error(`${email} is offered nothing at event ${eventId}`)
}

export async function makeStaff(email: string): Promise<void> {
  const { rowCount } = await query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"staff": true}'
       where email = $1`,
    [email],
  )
  if (rowCount !== 1) throw new Error(`${email} has no account`)
}

/** Lets an account work in the office. */
export async function addToStaff(email: string, name: string, roles: string[]): Promise<void> {
  await makeStaff(email)
  await query(
    `insert into staff (user_id, email, name, roles, since)
       select id, email, $2, $3, now() from auth.users where email = $1`,
    [email, name, roles],
  )
}

/** As after 30 minutes in which nothing was asked of the server. */
export async function letOfficeSessionEnd(email: string): Promise<void> {
  const { rowCount } = await query(
    `update office_sessions set last_used_at = last_used_at - interval '31 minutes'
       where staff_id = (select id from staff where email = $1)`,
    [email],
  )
  if (!rowCount) throw new Error(`${email} has not used the office`)
}

export async function ageSessions(email: string): Promise<void> {
  const { rowCount } = await query(
    `update auth.sessions set created_at = created_at - interval '11 minutes',
         reauthenticated_at = reauthenticated_at - interval '11 minutes'
       where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  if (!rowCount) throw new Error(`${email} is signed in nowhere`)
}

/** Content Security Policy reports that contain this text. */
export async function policyReports(text: string): Promise<string[]> {
  const { rows } = await query<{ description: string }>(
    `select description from error_reports
        where message like 'Content-Security-Policy%' and description like $1`,
    [`%${text}%`],
  )
  return rows.map(({ description }) => description)
}

/** Adds events of one site from tomorrow on, five at a time; every fourth is in Longtown. */
export async function addEvents(count: number, connectionString: string): Promise<void> {
  await query(
    `insert into events (name, starts_at, ends_at, session_minutes, product_id, payment_required,
        exclusive_for, address_line1, city, postcode, country, latitude, longitude)
      select 'Screening number ' || n, starts, starts + interval '2 hours', 20,
        (select min(id) from products), false, 'COMMUNITY', 'Town Hall',
        case when n % 4 = 0 then 'Longtown' else 'York' end, 'YO1 9RL', 'United Kingdom',
        51 + (n % 40) * 0.08, -2 + (n % 7) * 0.3
      from generate_series(1, $1::int) as n,
        lateral (select date_trunc('day', now()) + interval '32 hours'
          + (n / 5) * interval '12 hours' as starts) as time`,
    [count],
    connectionString,
  )
}
