import { Dexie, type EntityTable, type Table } from 'dexie'
import type { KeptBalances, KeptLiabilityCheck } from './liability-check/kept-check.ts'
import type { KeptLog, LogAlarm, SeenHead } from './log-witness/kept-log.ts'
import { abortOpenTransactions, endTransactionsWithPage } from './open-transactions.ts'
import type { StoredEntry } from './outbox/entry.ts'
import { DATABASE, type KeptResponse } from './read-kept.ts'
import type { Sealed } from './seal.ts'

/** The user whose submissions may be sent now. */
export interface Fact {
  readonly name: 'active-user'
  readonly value: string
}

/** Encrypted fields of a form that was not sent. */
interface SealedDraft extends Sealed {
  readonly userId: string
  readonly name: string
  readonly savedAtMs: number
}

/** A submission that was sent directly and has no outcome yet, encrypted with the user's key. */
interface SealedAttempt extends Sealed {
  /** Its Idempotency-Key. */
  readonly id: string
  readonly userId: string
}

/** The key that encrypts a user's submissions. Scripts can use it but not read it. */
interface UserKey {
  readonly userId: string
  readonly key: CryptoKey
}

/**
 * The key that binds a session to this device: a copy of the refresh cookie is worth nothing without
 * it. Scripts can sign with it but not read it. It is destroyed at log-out.
 *
 * Source: docs/decisions/0130-sessions-are-bound-to-a-device.md, RFC 9449
 */
export interface DeviceKey {
  readonly name: 'session'
  readonly privateKey: CryptoKey
  readonly jwk: JsonWebKey
}

/** What another app has shared, encrypted with the user's key. */
interface SharedFile extends Sealed {
  readonly userId: string
  readonly type: string
  readonly savedAtMs: number
}

/** The browser's only database. Loaded after the first paint; the service worker opens it too. */
export const db = new Dexie(DATABASE) as Dexie & {
  readonly outbox: EntityTable<StoredEntry, 'seq'>
  readonly kept: Table<KeptResponse, [string, string]>
  readonly facts: EntityTable<Fact, 'name'>
  readonly keys: EntityTable<UserKey, 'userId'>
  readonly sessionKeys: EntityTable<DeviceKey, 'name'>
  readonly drafts: Table<SealedDraft, [string, string]>
  readonly shared: EntityTable<SharedFile, 'userId'>
  readonly signedLog: EntityTable<KeptLog, 'name'>
  readonly logAlarms: EntityTable<LogAlarm, 'name'>
  readonly seenHeads: EntityTable<SeenHead, 'size'>
  readonly liabilityChecks: Table<KeptLiabilityCheck, string>
  readonly ownBalances: Table<KeptBalances, string>
  readonly unresolved: Table<SealedAttempt, string>
}

db.version(1).stores({
  outbox: '++seq, &id, userId',
  kept: '[userId+hash], userId',
  facts: 'name',
  leases: 'name',
})

db.version(2).stores({ drafts: '[userId+name], userId, savedAtMs' })

db.version(3).stores({ leases: null })

db.version(4).stores({ keys: 'userId' })

db.version(5).stores({ sessionKeys: 'name' })

db.version(6).stores({ shared: 'userId' })

db.version(7).stores({ signedLog: 'name', logAlarms: 'name', seenHeads: 'size, usedAtMs' })

db.version(8).stores({ liabilityChecks: 'userId', ownBalances: 'userId' })

db.version(9).stores({ unresolved: 'id, userId' })

endTransactionsWithPage()

/** Reopens the database, without the transactions of this page that got no response. */
export async function reopen(): Promise<void> {
  abortOpenTransactions()
  db.close()
  await db.open()
}
