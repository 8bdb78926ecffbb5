import { randomUUID } from 'node:crypto'
import { appendBatch } from '#server/events/append-batch.ts'
import { changesOfGroup } from '#server/events/balance-changes.ts'
import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import { idempotencyKey, requestHash } from '#server/events/idempotency.ts'
import type { Metadata } from '#server/events/log.ts'
import { type PreparedCommand, prepareCommand } from '#server/events/prepared-command.ts'
import { Writer } from '#server/events/writer.ts'
import { FEATURES } from '#server/features/index.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'

/** A command of an actor at a time, on a stream. */
export interface Act<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  readonly owner: bigint | null
  readonly by: Metadata['actor']
  readonly atMs: number
  /** The real decider, with the facts of that moment. */
  readonly decide: (state: S) => Decision<E>
  /** The last command of the stream: its state is dropped. */
  readonly isLast?: boolean
}

interface Known {
  readonly version: number
  readonly hash: Buffer
  readonly state: unknown
}

/**
 * Runs commands in batches of hundreds with the real deciders, postings, hashes and `append_batch`,
 * which checks versions and balances. It skips the reads in between: states of streams are kept in
 * memory.
 */
export class BulkLog {
  readonly #writer: Writer
  readonly #known = new Map<string, Known>()
  readonly #accounts = new Set<bigint>()
  #batch: PreparedCommand[] = []
  #events = 0

  private constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Until it is closed, the recording time of an event is the time of its decision. */
  static async open(databaseUrl: string): Promise<BulkLog> {
    const writer = new Writer(databaseUrl)
    await writer.use((client) => client.query(RECORD_IN_TIME))
    return new BulkLog(writer)
  }

  /** The number of events decided, written or not. */
  get events(): number {
    return this.#events
  }

  /** Decides; `write` stores the event. At most one command per stream between writes. */
  act<S, E extends DomainEvent>(act: Act<S, E>): S {
    const { aggregate, id, owner, by, atMs } = act
    const stream = `${aggregate.kind}-${id}`
    const known = this.#known.get(stream)
    const decision = act.decide(known ? (known.state as S) : aggregate.initial)
    if (isRefusal(decision)) throw new Error(`${stream}: ${decision.refused}`)
    const state = aggregate.evolve(known ? (known.state as S) : aggregate.initial, decision)
    const prepared = prepareCommand(
      {
        stream,
        kind: aggregate.kind,
        owner,
        expectedVersion: known?.version ?? 0,
        previousHash: known?.hash ?? null,
        key: idempotencyKey(by.id ?? by.kind, randomUUID()),
        requestHash: requestHash({ stream, at: atMs }),
        event: decision,
        metadata: { actor: by, at: instantOf(atMs), correlation: randomUUID() },
        state,
        summary: aggregate.summarise(state),
      },
      { catalog: FEATURES.catalog, postings: transfersFor },
    )
    if (act.isLast) this.#known.delete(stream)
    else {
      const version = (known?.version ?? 0) + 1
      this.#known.set(stream, { version, hash: prepared.hash, state })
    }
    this.#batch.push(prepared)
    this.#events += 1
    return state
  }

  /** Writes all events decided since the last call, in one commit. */
  async write(): Promise<void> {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    const changes = changesOfGroup(batch.map(({ transfers }) => transfers))
    const missing = changes.map(({ account }) => account).filter((one) => !this.#accounts.has(one))
    await this.#writer.use(async (client) => {
      if (missing.length > 0) {
        await client.query(
          `insert into balance (account, amount)
           select account, 0 from unnest($1::bigint[]) as account on conflict do nothing`,
          [missing],
        )
      }
      await appendBatch(client, batch)
    })
    for (const account of missing) this.#accounts.add(account)
  }

  async close(): Promise<void> {
    await this.#writer.use((client) => client.query('drop function record_in_time cascade'))
    await this.#writer.close()
  }
}

const RECORD_IN_TIME = `
  create function record_in_time() returns trigger language plpgsql as $$
  begin
    new.recorded_at := (new.metadata ->> 'at')::timestamptz;
    return new;
  end $$;
  create trigger record_in_time before insert on event
    for each row execute function record_in_time()`
