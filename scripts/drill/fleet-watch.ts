import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { allSchedules } from '#server/background.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { openPool } from '#server/platform/pool.ts'
import type { Services } from '#server/services.ts'
import type { Fleet } from './fleet.ts'
import { must } from './must.ts'

const LOOK_MS = 250
/** How often the polling process queries the simulated market. */
const POLL_MS = 1_000

/**
 * Records which timers fire and which process polls prices, from before the first server starts.
 */
export class FleetWatch {
  readonly #pool: Pool
  readonly #timers: readonly string[]
  readonly #looking: Promise<void>
  /** The PostgreSQL process that held the polling lock, after each change. */
  readonly #pollers: string[] = []
  #isOver = false

  private constructor(pool: Pool, timers: readonly string[]) {
    this.#pool = pool
    this.#timers = timers
    this.#looking = this.#look()
  }

  static async begin(ownerUrl: string, services: Services): Promise<FleetWatch> {
    const pool = openPool(ownerUrl, 2, OPERATOR_BOUNDS)
    await pool.query(`
      create table drill_job (id bigint, task text, run_at timestamptz);
      grant insert on drill_job to application;
      create function drill_note() returns trigger language plpgsql as $$
      begin
        insert into drill_job
        select new.id, identifier, new.run_at from graphile_worker._private_tasks
        where id = new.task_id;
        return null;
      end $$;
      create trigger drill_note after insert on graphile_worker._private_jobs
        for each row execute function drill_note()`)
    return new FleetWatch(
      pool,
      allSchedules(services).map(({ name }) => name),
    )
  }

  /** @throws if prices were polled by two processes at once, or a timer fired twice */
  async judge(fleet: Fleet): Promise<void> {
    await this.#judgePrices()
    await this.#judgeTimers(fleet)
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#looking.finally(() => this.#pool.end())
  }

  async #look(): Promise<void> {
    const [space, number] = LOCKS.pricePolling
    while (!this.#isOver) {
      const { rows } = await this.#pool.query<{ pid: string }>(
        `select pid from pg_locks
         where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
        [space, number],
      )
      for (const { pid } of rows) if (this.#pollers.at(-1) !== pid) this.#pollers.push(pid)
      await sleep(LOOK_MS)
    }
  }

  async #judgePrices(): Promise<void> {
    const { rows } = await this.#pool.query<Ticks>(
      `select count(*)::int as ticks,
              extract(epoch from max(at) - min(at))::float8 as seconds,
              coalesce(extract(epoch from max(gap)), 0)::float8 as pause
       from (select at, at - lag(at) over (order by position) as gap from price_tick
             where symbol = 'BTC') as tick`,
    )
    const [{ ticks, seconds, pause }] = rows as [Ticks]
    const pollers = this.#pollers.length
    console.log(
      `  prices: ${pollers} processes polled in turn, ${ticks} ticks of BTC in ` +
        `${seconds.toFixed(0)} s, longest pause ${pause.toFixed(1)} s`,
    )
    // Two polling processes would record two ticks per second.
    must(ticks <= (seconds * 1_000) / POLL_MS + 2 * pollers + 1, 'one process polls prices')
  }

  async #judgeTimers({ completions }: Fleet): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string; task: string; run_at: Date }>(
      'select id, task, run_at from drill_job where task = any ($1::text[])',
      [this.#timers],
    )
    const moments = new Set(rows.map(({ task, run_at }) => `${task} ${run_at.toISOString()}`))
    must(moments.size === rows.length, 'a timer fires once at each of its times')
    const runs = rows.map(({ id }) => completions.get(id) ?? 0)
    const once = runs.filter((count) => count === 1).length
    console.log(`  timers: ${rows.length} were due, ${once} were seen to run once, none twice`)
    must(
      runs.every((count) => count <= 1),
      'a timer that fired runs once',
    )
  }
}

interface Ticks {
  readonly ticks: number
  readonly seconds: number
  readonly pause: number
}
