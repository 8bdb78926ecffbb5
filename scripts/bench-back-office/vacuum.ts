import type { Pool } from 'pg'

/**
 * Vacuums the tables that are due for autovacuum. Autovacuum runs once a minute, in which a year of
 * history is loaded here; a platform that runs for a year reuses the space of dead rows
 * continuously.
 */
export async function vacuumWhatIsDue(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(DUE)
  for (const { name } of rows) await pool.query(`vacuum ${name}`)
}

const DUE = `
  select format('%I', pg_class.relname) as name
  from pg_stat_user_tables
  join pg_class on pg_class.oid = relid
  left join lateral pg_options_to_table(reloptions)
    on option_name = 'autovacuum_vacuum_scale_factor'
  where schemaname = 'public'
    and n_dead_tup > current_setting('autovacuum_vacuum_threshold')::bigint + n_live_tup
      * coalesce(option_value, current_setting('autovacuum_vacuum_scale_factor'))::double precision`
