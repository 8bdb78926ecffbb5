import { changesOf } from '#server/events/balance-changes.ts'
import type { CatalogEvent } from '#server/events/catalog.ts'
import { aggregateOf, type DomainEvent, foldOf } from '#server/events/decider.ts'
import { idempotencyKey } from '#server/events/idempotency.ts'
import type {
  AppendCommand,
  AppendResult,
  EventLog,
  Guard,
  RecordedEvent,
} from '#server/events/log.ts'
import { prepareCommand } from '#server/events/prepared-command.ts'
import { FEATURES } from '#server/features/index.ts'
import { availableOf } from '#server/ledger/chart.ts'
import { transfersFor } from '#server/ledger/postings.ts'
import { parseUnits } from '#shared/money.ts'

type Entry = RecordedEvent & {
  readonly key: string
  readonly requestHash: Buffer
  readonly owner: bigint | null
}

export interface Document {
  readonly stream: string
  readonly version: number
  readonly hash: Buffer
  readonly owner: bigint | null
  readonly state: unknown
}

/**
 * An in-memory event log that makes the same checks as the append in PostgreSQL and shares the
 * code around it, so that a model can run thousands of sequences.
 */
export class FoldedLog implements EventLog {
  readonly events: Entry[] = []
  readonly documents = new Map<string, Document>()
  /** Includes house accounts, which PostgreSQL folds in a follower. */
  readonly balances = new Map<bigint, bigint>()
  readonly #guards = new Map<string, number>()

  epoch(): undefined {
    return undefined
  }

  async append(command: AppendCommand): Promise<AppendResult> {
    const { stream, key, expectedVersion, owner, requestHash } = command
    const { transfers, dataText, stateText, hash } = prepareCommand(command, {
      catalog: FEATURES.catalog,
      postings: transfersFor,
    })
    const known = this.events.find((event) => event.key === key)
    if (known) {
      if (!known.requestHash.equals(requestHash)) return { outcome: 'key_reused' }
      return { outcome: 'duplicate', ...placeOf(known) }
    }
    if (!this.#isCurrent(command)) return { outcome: 'conflict' }
    for (const [account, change] of changesOf(transfers)) {
      if (this.#balance(account) + change < 0n) return { outcome: 'overdrawn' }
    }
    for (const { debit, credit, amount } of transfers) {
      this.balances.set(debit, this.#balance(debit) - amount)
      this.balances.set(credit, this.#balance(credit) + amount)
    }
    for (const { name, version, isKept } of command.guards ?? []) {
      if (!isKept) this.#guards.set(name, version + 1)
    }
    const version = expectedVersion + 1
    const position = BigInt(this.events.length + 1)
    // Go through JSON text as PostgreSQL does, so that values JSON cannot hold are lost here too.
    const event = { type: command.event.type, data: JSON.parse(dataText) } as CatalogEvent
    const facts = { stream, version, position, transfers, hash, recordedAt: new Date(0) }
    this.events.push({ ...event, ...facts, metadata: command.metadata, key, requestHash, owner })
    this.documents.set(stream, { stream, version, hash, owner, state: JSON.parse(stateText) })
    return { outcome: 'ok', position, version }
  }

  /** What deciders know about the log. */
  readonly facts = {
    readAvailable: async (userNo: bigint, symbol: string) =>
      this.#balance(availableOf(userNo, symbol)),
    readClaims: async (name: string) =>
      [...this.documents.values()]
        .flatMap(
          ({ stream, state }) => aggregateOf(stream, FEATURES.aggregates)?.claims?.(state) ?? [],
        )
        .filter((claim) => claim.name === name)
        .reduce((sum, { amount }) => sum + parseUnits(amount), 0n),
  }

  async keyOf(actorId: string, text: string): Promise<string> {
    return idempotencyKey(actorId, text)
  }

  async readGuards(names: readonly string[]): Promise<Guard[]> {
    return names.map((name) => ({ name, version: this.#versionOf(name) }))
  }

  async readDocument<S>(stream: string) {
    return this.documents.get(stream) as (Document & { readonly state: S }) | undefined
  }

  async readState<S>(stream: string, upTo?: number) {
    const aggregate = aggregateOf(stream, FEATURES.aggregates)
    return aggregate && (foldOf(aggregate, await this.readStream(stream, upTo)) as S | undefined)
  }

  async readStream<E extends DomainEvent>(stream: string, upTo = Number.POSITIVE_INFINITY) {
    const events: RecordedEvent[] = this.events.filter(
      (event) => event.stream === stream && event.version <= upTo,
    )
    return events as RecordedEvent<E>[]
  }

  async findByKey(key: string, requestHash: Buffer) {
    const known = this.events.find((event) => event.key === key)
    if (!known) return undefined
    if (!known.requestHash.equals(requestHash)) return { reused: true } as const
    return { reused: false, ...placeOf(known) } as const
  }

  async head(): Promise<bigint> {
    return BigInt(this.events.length)
  }

  async close(): Promise<void> {}

  #isCurrent({ stream, expectedVersion, previousHash, guards = [] }: AppendCommand): boolean {
    const document = this.documents.get(stream)
    const follows = (document?.hash ?? null)?.equals(previousHash ?? Buffer.alloc(0)) ?? true
    if ((document?.version ?? 0) !== expectedVersion || !follows) return false
    return guards.every(({ name, version }) => this.#versionOf(name) === version)
  }

  #versionOf(guard: string): number {
    return this.#guards.get(guard) ?? 0
  }

  #balance(account: bigint): bigint {
    return this.balances.get(account) ?? 0n
  }
}

function placeOf({ position, stream, version }: Entry) {
  return { position, stream, version }
}
