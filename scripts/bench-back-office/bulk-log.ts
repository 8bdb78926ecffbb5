import { randomUUID } from 'node:crypto'
import { newId } from '#scripts/bench/log-loads.ts'
import { appendBatch } from '#server/events/append-batch.ts'
import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import { keySortedByTime, requestHash } from '#server/events/idempotency.ts'
import type { Metadata } from '#server/events/log.ts'
import { type PreparedCommand, prepareCommand } from '#server/events/prepared-command.ts'
import { Writer } from '#server/events/writer.ts'
import { FEATURES } from '#server/features/index.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'

/** A command of an actor on a stream, at a given time. */
export interface Act<S, E extends DomainEvent> {
  readonly aggregate: Aggregate<S, E>
  readonly id: string
  readonly owner: bigint | null
  readonly by: Metadata['actor']
  readonly atMs: number
  readonly decide: (state: S) => Decision<E>
  /** Where the result is kept for the next command of the stream. */
  readonly streams: KnownStreams
}

/** The last version of each stream, by its name. */
export type KnownStreams = Map<
  string,
  { readonly version: number; readonly hash: Buffer; readonly state: unknown }
>

/**
 * Runs commands in batches of hundreds with the real deciders, postings, hashes and `append_batch`,
 * which checks versions and balances. It skips the reads in between: the caller keeps the states of
 * streams.
 */
export class BulkLog {
  readonly #writer: Writer
  #batch: PreparedCommand[] = []

  private constructor(writer: Writer) {
    this.#writer = writer
  }

  /** Until it is closed, the recording time of an event is the time of its decision. */
  static async open(databaseUrl: string): Promise<BulkLog> {
    const writer = new Writer(databaseUrl)
    await writer.use((client) => client.query(RECORD_IN_TIME))
    return new BulkLog(writer)
  }

  /** Decides; `write` stores the event. At most one command per stream between writes. */
  act<S, E extends DomainEvent>(act: Act<S, E>): S {
    const { aggregate, id, owner, by, atMs, streams } = act
    const stream = `${aggregate.kind}-${id}`
    const known = streams.get(stream)
    const before = known ? (known.state as S) : aggregate.initial
    const decision = act.decide(before)
    if (isRefusal(decision)) throw new Error(`${stream}: ${decision.refused}`)
    const state = aggregate.evolve(before, decision)
    const prepared = prepareCommand(
      {
        stream,
        kind: aggregate.kind,
        owner,
        expectedVersion: known?.version ?? 0,
        previousHash: known?.hash ?? null,
        key: keySortedByTime(by.id ?? by.kind, newId(atMs), Number.NEGATIVE_INFINITY),
        requestHash: requestHash({ stream, at: atMs }),
        event: decision,
        metadata: { actor: by, at: instantOf(atMs), correlation: randomUUID() },
        state,
        summary: aggregate.summarise(state),
      },
      { catalog: FEATURES.catalog, postings: transfersFor },
    )
    streams.set(stream, { version: (known?.version ?? 0) + 1, hash: prepared.hash, state })
    this.#batch.push(prepared)
    return state
  }

  /** Writes all events decided since the last call, in one commit. */
  async write(): Promise<void> {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    await this.#writer.use((client) => appendBatch(client, batch))
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
