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
    `update places set held_by = null, held_by_visitor = null, hold_id = null, held_until = null, hold_address = null
        where hold_id = $1`,
    [holdId],
  )
  if (rowCount !== 1) throw new Error(`no place has the hold ${holdId}`)
}

/** As if the ten minutes before the first mail were over. */
export async function beginNewsletter(subject: string): Promise<void> {
  const { rowCount } = await query(`update newsletters set begins_at = now() where subject = $1`, [
    subject,
  ])
  if (rowCount !== 1) throw new Error(`there is no newsletter ${subject}`)
}

export async function emailOf(memberId: number): Promise<string> {
  const { rows } = await query('select email from members where id = $1', [memberId])
  return String(rows[0]?.email)
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

/** As written in the contact form; its id. */
export async function addMessage(email: string): Promise<number> {
  const { rows } = await query(
    `insert into contact_messages (first_name, last_name, email, phone_number, message, state, received_at)
       values ('James', 'Carter', $1, '07700 900118', 'Is there an event near Ely?', 'received', now())
       returning id`,
    [email],
  )
  return Number(rows[0]?.id)
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
        51 + (n % 10) * 0.32, -2 + (n / 10 % 5) * 0.45
      from generate_series(1, $1::int) as n,
        lateral (select date_trunc('day', now()) + interval '32 hours'
          + (n / 5) * interval '12 hours' as starts) as time`,
    [count],
    connectionString,
  )
}

/** A finalised card payment of the appointment; returns its id. */
export async function addPayment(
  appointmentId: number,
  { daysAgo = 0 }: { daysAgo?: number } = {},
): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into payments (id, member_id, event_id, slot_starts_at, appointment_id, state, amount_pence,
         captured_pence, fee_pence, description, invoice_id, order_id, create_request_id, created_at, updated_at)
       select gen_random_uuid(), member_id, event_id, slot_starts_at, id, 'finalised', 2500, 2500, 103,
         'Total PSA Test', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - $2 * interval '1 day', now()
         from appointments where id = $1 returning id`,
    [appointmentId, daysAgo],
  )
  if (!rows[0]) throw new Error(`there is no appointment ${appointmentId}`)
  return rows[0].id
}

/** Moves the event and its appointments to a day that began two hours ago. */
export async function beginDay(eventId: number): Promise<void> {
  const { rowCount } = await query(
    `with moved as (
        select id, starts_at - date_trunc('minute', now() - interval '2 hours') as by
          from events where id = $1),
      places_moved as (
        update places set slot_starts_at = slot_starts_at - by from moved where event_id = moved.id),
      appointments_moved as (
        update appointments set slot_starts_at = slot_starts_at - by, slot_ends_at = slot_ends_at - by
          from moved where event_id = moved.id)
      update events set starts_at = starts_at - by, ends_at = ends_at - by
        from moved where events.id = moved.id`,
    [eventId],
  )
  if (rowCount !== 1) throw new Error(`there is no event ${eventId}`)
}

export async function needsWheelchair(email: string): Promise<void> {
  const { rowCount } = await query(
    `update members set support_needs = '{wheelchair}', support_note = 'No steps' where email = $1`,
    [email],
  )
  if (rowCount !== 1) throw new Error(`there is no member ${email}`)
}

/** Letters to members of the demo with their own released results. */
export async function addWaitingLetters(count: number): Promise<void> {
  const { rowCount } = await query(
    `with found as (
        select r.id, r.member_id from results r join members m on m.id = r.member_id
          where r.released_at <= now() and m.died_at is null and m.merged_into is null
            and m.erased_at is null
            and not exists (select 1 from results newer where newer.supersedes_id = r.id)
            and not exists (select 1 from result_letters l where l.result_id = r.id)
          order by m.user_id is not null, r.id desc limit $1),
      housed as (
        update members set address_lines = array['1 Mill Lane'], town = 'Bures', postcode = 'CO8 5AA'
          where id in (select member_id from found) and postcode is null)
      insert into result_letters (result_id, member_id, recipient, waiting_since)
        select id, member_id, 'member', now() from found`,
    [count],
  )
  if (rowCount !== count) throw new Error('the demo has no released result')
}

/** A letter to a surgery that the consent does not name, about a released result of the demo. */
export async function addLetterToGp(): Promise<void> {
  const { rowCount } = await query(
    `with found as (
        select r.id as result_id, a.member_id, a.event_id, max(c.id) as consent_id
          from results r join appointments a on a.id = r.appointment_id
            join consents c on c.member_id = a.member_id and c.event_id = a.event_id
          where r.released_at <= now()
            and not exists (select 1 from results newer where newer.supersedes_id = r.id)
            and not exists (select 1 from result_letters l where l.result_id = r.id and l.recipient = 'gp')
          group by r.id, a.member_id, a.event_id order by r.id limit 1),
      agreed as (
        insert into consents (member_id, event_id, words_version, psa_test_date, sealed, terms,
            sample_consent, gp_sharing, disclaimer, channel, given_at)
          select c.member_id, c.event_id, c.words_version, c.psa_test_date, c.sealed, true,
              true, true, true, c.channel, c.given_at
            from consents c join found on found.consent_id = c.id)
      insert into result_letters (result_id, member_id, recipient, waiting_since)
        select result_id, member_id, 'gp', now() from found`,
    [],
  )
  if (rowCount !== 1) throw new Error('the demo has no released result of an appointment')
}

/** As if the member's appointment had a tube, and the record this address since it was made. */
export async function sampleOf(memberId: number, { email }: { email: string }): Promise<void> {
  await query('update members set email = $2 where id = $1', [memberId, email])
  const { rowCount } = await query(
    `insert into tubes (code, appointment_id, at)
      select 'E2E' || a.id, a.id, now() from appointments a where a.member_id = $1`,
    [memberId],
  )
  if (rowCount === 0) throw new Error(`member ${memberId} has no appointment`)
}

/** As if staff had booked the appointment at this price, still to be paid by a link. */
export async function setOwed(appointmentId: number, pence: number): Promise<void> {
  const { rowCount } = await query(
    `update appointments set price_pence = $2, payment_status = 'not paid' where id = $1`,
    [appointmentId, pence],
  )
  if (rowCount !== 1) throw new Error(`appointment ${appointmentId} is not there`)
}
