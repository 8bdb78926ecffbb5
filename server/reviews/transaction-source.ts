import type { Aggregate, Decision, DomainEvent } from '#server/events/decider.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import type { Listed } from '#server/projections/documents.ts'
import {
  type Entry,
  type ListPlace,
  listOwnDocuments,
  newestFirst,
  type OwnPage,
} from '#server/queries/own-documents.ts'
import type { Services } from '#server/services.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { claimedOf } from './claims.ts'
import { onRequest } from './on-request.ts'

/** What a feature contributes to the transaction history: its entries, and the OK on a result. */
export interface TransactionSource {
  readonly type: TransactionEntry['type']
  /** The kind of its streams. */
  readonly kind: string
  /** One user's entries, newest first. */
  list(services: Services, page: Omit<OwnPage, 'kind' | 'before'>): Promise<TransactionEntry[]>
  /** When an entry was made; left out if the entry's id is that of its stream. */
  momentOf?(
    services: Services,
    entry: { readonly owner: bigint; readonly id: string },
  ): Promise<Instant | undefined>
  /** Moves a result to History. OK on a second device changes nothing and is not an error. */
  acknowledge(
    services: Pick<Services, 'log'>,
    command: { readonly id: string; readonly caller: Caller; readonly cause: Cause },
  ): Promise<Refusal | undefined>
}

export interface EntryNeeds {
  readonly links: Pick<Uploads, 'signedUrl'>
  /** Whether a reviewer is working on it. */
  readonly isClaimed: boolean
  /** The time of the response. */
  readonly at: Instant
}

interface TransactionParts<S, E extends DomainEvent> {
  readonly type: TransactionEntry['type']
  readonly present: (item: Listed<S>, needs: EntryNeeds) => TransactionEntry
  readonly acknowledge: (
    state: S,
    facts: { readonly userId: string; readonly at: Instant },
  ) => Decision<E>
}

/** The transactions of a kind of request whose results are acknowledged by the owner. */
export function transactionsOf<S extends { readonly userNo: string }, E extends DomainEvent>(
  aggregate: Aggregate<S, E>,
  { type, present, acknowledge }: TransactionParts<S, E>,
): TransactionSource {
  const { kind } = aggregate
  return {
    type,
    kind,
    async list(services, page) {
      const { pool, clock, uploads: links } = services
      const at = instantOf(clock.now())
      const requests = await listOwnDocuments<S>(pool, { ...page, kind })
      const claimed = await claimedOf(services, kind, requests)
      return requests.map((each) => present(each, { links, at, isClaimed: claimed.has(each.id) }))
    },
    async acknowledge({ log }, { id, caller, cause }) {
      const facts = { userId: caller.userId, at: cause.metadata.at }
      const request = { aggregate, id, cause }
      const result = await onRequest(log, request, (state) => acknowledge(state, facts))
      if (isRefusal(result) && result.refused !== 'acknowledge.repeated') return result
    },
  }
}

/** Whether an entry comes after a position in lists that are newest first. */
export function isBehind(entry: Entry, { at, id }: ListPlace): boolean {
  return newestFirst(entry, { id, created_at: at }) > 0
}
