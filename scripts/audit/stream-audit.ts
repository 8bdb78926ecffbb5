import { type Catalog, catalogOf, upcast } from '#server/events/catalog.ts'
import type { AnyAggregate } from '#server/events/decider.ts'
import { linkHashText } from '#server/events/event-hash.ts'
import { type Account, frozenOf, ownerNoOf } from '#server/ledger/chart.ts'
import { LedgerFault } from '#server/ledger/ledger-fault.ts'
import { type Kind, kindOf, longestFirst } from '#server/ledger/stream-kinds.ts'
import type { StreamEvent } from '#server/ledger/stream-row.ts'
import {
  addEvent,
  type ReadStream,
  unreadStream,
  verifyResult,
} from '#server/ledger/verify-chain.ts'
import { parseUnits } from '#shared/money.ts'
import { AuditFault } from './audit-fault.ts'
import { type EventLine, streamOf } from './exported-line.ts'

export interface StreamReport {
  readonly streams: number
  readonly events: number
  /** The frozen amounts according to open streams, by account. */
  readonly held: ReadonlyMap<Account, bigint>
}

/** Audits streams, each from its first event: hashes, versions, rules and postings. */
export class StreamAudit {
  readonly #kinds: readonly Kind[]
  readonly #catalog: Catalog
  readonly #streams = new Map<string, ReadStream>()
  #events = 0

  constructor(aggregates: readonly AnyAggregate[]) {
    this.#kinds = longestFirst(aggregates)
    this.#catalog = catalogOf(aggregates)
  }

  /** @throws AuditFault */
  next(line: EventLine): void {
    const { position, hash, text, isWithheld } = line
    this.#events += 1
    const stream = this.#within('rules', position, () => this.#streamOf(text))
    const event = this.#within('rules', position, () => this.#eventOf(line, stream))
    if (stream.owner === null) stream.owner = ownerIn(event)
    const before = this.#within('chains', position, () =>
      addEvent(stream, {
        ...{ event, hash },
        // The withheld parts are covered by the hash, so it cannot be recomputed.
        isWhatWasAppended: (previous) => isWithheld || linkHashText(previous, text) === hash,
      }),
    )
    this.#within('rules', position, () => verifyMoment(stream, event, before))
  }

  /** @throws AuditFault */
  end(): StreamReport {
    const held = new Map<Account, bigint>()
    for (const stream of this.#streams.values()) {
      const position = Number(stream.position)
      this.#within('rules', position, () => verifyResult(stream))
      this.#within('holds', position, () => addHolds(held, stream))
    }
    return { streams: this.#streams.size, events: this.#events, held }
  }

  #streamOf(text: string): ReadStream {
    const name = streamOf(text)
    const known = this.#streams.get(name)
    if (known) return known
    const stream = unreadStream(name, kindOf(name, this.#kinds), null)
    this.#streams.set(name, stream)
    return stream
  }

  /**
   * Parses the data in the current version of its type, which must belong to the kind of stream.
   */
  #eventOf({ position, text }: EventLine, { name, aggregate }: ReadStream): StreamEvent {
    const written = JSON.parse(text)
    const { type, version, metadata, transfers } = written
    const definition = aggregate.events[type]
    if (!definition) throw new LedgerFault(`${type} is no event of ${name}`)
    const stored = {
      ...{ stream: name, type, data: written.data },
      schema_version: written.schemaVersion,
    }
    const data = definition.schema.parse(upcast(this.#catalog, stored))
    return {
      ...{ position: BigInt(position), stream: name, version, type, data, metadata },
      transfers: transfers.map((moved: { debit: string; credit: string; amount: string }) => ({
        debit: BigInt(moved.debit),
        credit: BigInt(moved.credit),
        amount: BigInt(moved.amount),
      })),
    }
  }

  #within<T>(check: 'rules' | 'chains' | 'holds', position: number, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof AuditFault) throw error
      const { message } = error as Error
      const said = error instanceof LedgerFault ? message : `event ${position}: ${message}`
      throw new AuditFault(check, position, said)
    }
  }
}

/**
 * There is no document that names the owner: the user whose money moves must be the one in the
 * state.
 */
function ownerIn({ transfers }: StreamEvent): bigint | null {
  const accounts = transfers.flatMap(({ debit, credit }) => [debit, credit])
  const own = accounts.find((account) => account > 0n)
  return own === undefined ? null : ownerNoOf(own)
}

function verifyMoment(stream: ReadStream, event: StreamEvent, before: unknown): void {
  const { name, aggregate, owner, version } = stream
  const { userNo } = stream.state as { readonly userNo?: string }
  if (owner !== null && userNo !== undefined && owner !== BigInt(userNo)) {
    throw new LedgerFault(`event ${event.position} moves money of user ${owner}, not of ${userNo}`)
  }
  if (version === 1 || event.transfers.length === 0) return
  if (isOpen(aggregate, before)) return
  throw new LedgerFault(`event ${event.position} moves money in ${name}, which had ended`)
}

function addHolds(held: Map<Account, bigint>, { name, aggregate, owner, state }: ReadStream): void {
  const holds = aggregate.holds?.(state) ?? []
  if (holds.length > 0 && !isOpen(aggregate, state)) {
    throw new LedgerFault(`${name} holds money, but is not open`)
  }
  for (const { symbol, amount } of holds) {
    if (owner === null) throw new LedgerFault(`${name} holds money of no user`)
    const account = frozenOf(owner, symbol)
    held.set(account, (held.get(account) ?? 0n) + parseUnits(amount))
  }
}

function isOpen(aggregate: AnyAggregate, state: unknown): boolean {
  const { waiting, status } = aggregate.summarise(state)
  return waiting || status === 'active'
}
