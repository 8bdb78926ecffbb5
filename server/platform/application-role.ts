import { Client, DatabaseError, escapeIdentifier, escapeLiteral, type Pool } from 'pg'
import { connectionConfig, OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/** Tables to which the application only adds rows. */
const APPEND_ONLY = ['event', 'log_epoch', 'log_checkpoint']
/** Tables that the application only reads. */
const READ_ONLY = ['kysely_migration']
/** The library's tables for durable jobs. */
const JOBS = 'graphile_worker'

/**
 * Grants the role of `applicationUrl` access to the data without ownership, so that an intruder in
 * the application cannot rewrite the event log. Creates the role if it is missing. Run one at a
 * time: concurrent grants fail.
 *
 * @param owner connected as the owner of the tables, after all migrations
 */
export async function grantApplicationRole(owner: Pool, applicationUrl: string): Promise<void> {
  const { username, password } = new URL(applicationUrl)
  const name = decodeURIComponent(username)
  const role = escapeIdentifier(name)
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  if (rowCount === 0) {
    const secret = escapeLiteral(decodeURIComponent(password))
    await owner.query(`create role ${role} login nosuperuser nobypassrls password ${secret}`)
  }
  const schemas = `schema public, ${JOBS}`
  await owner.query(`
    grant usage on ${schemas} to ${role};
    grant select, insert, update, delete on all tables in ${schemas} to ${role};
    grant usage on all sequences in ${schemas} to ${role};
    revoke update, delete on ${APPEND_ONLY.join(', ')} from ${role};
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${role};
    -- A recorded price is never edited; it is only marked as one that stays.
    revoke update on price_tick from ${role};
    grant update (kept) on price_tick to ${role};
    -- A projection that is rebuilt becomes a new table.
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${role};`)
  await openJobs(owner)
  if (rowCount !== 0) await refuseOtherPassword(applicationUrl, name)
}

const WRONG_PASSWORD = '28P01'

/** An existing role keeps its password, because servers may be running with it. */
async function refuseOtherPassword(applicationUrl: string, name: string): Promise<void> {
  const client = new Client(connectionConfig(applicationUrl, OPERATOR_BOUNDS))
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== WRONG_PASSWORD) throw error
    throw new StartupError(
      `The role "${name}" does not have the password in DATABASE_URL. Correct it there, or change it ` +
        `as the owner: alter role ${escapeIdentifier(name)} password '…'`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** By default the library allows only the owner to use its tables. */
async function openJobs(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = $1::regnamespace and relrowsecurity`,
    [JOBS],
  )
  for (const { name } of rows) {
    await owner.query(`alter table ${name} disable row level security`)
  }
}

/**
 * Makes sure that the application's role cannot rewrite the log.
 *
 * @throws StartupError
 */
export async function refusePowerfulRole(application: Pick<Pool, 'query'>): Promise<void> {
  const { rows } = await application.query<{ is_powerful: boolean }>(`
    select bool_or(rolsuper or rolbypassrls or has_table_privilege('event', 'update, delete, truncate'))
      as is_powerful
    from pg_roles where rolname = current_user`)
  if (!rows[0]?.is_powerful) return
  throw new StartupError(
    'DATABASE_URL connects as a role that may change the event log: name another role in it, and ' +
      'set DATABASE_OWNER_URL to the owner of the tables, who creates that role.',
  )
}
