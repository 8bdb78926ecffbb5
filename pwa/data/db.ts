import { Dexie, type EntityTable, type Table } from 'dexie'
import type { OutboxEntry } from './outbox/entry.ts'
import { DATABASE, type KeptAnswer } from './read-kept.ts'

/** The user whose submissions may be sent now. */
export interface Fact {
  readonly name: 'active-user'
  readonly value: string
}

/** Encrypted fields of a form that was not sent. */
interface SealedDraft {
  readonly userId: string
  readonly name: string
  readonly iv: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
  readonly savedAtMs: number
}

/** The browser's only database. Loaded after the first paint; the service worker opens it too. */
export const db = new Dexie(DATABASE) as Dexie & {
  readonly outbox: EntityTable<OutboxEntry, 'seq'>
  readonly kept: Table<KeptAnswer, [string, string]>
  readonly facts: EntityTable<Fact, 'name'>
  readonly drafts: Table<SealedDraft, [string, string]>
}

db.version(1).stores({
  outbox: '++seq, &id, userId',
  kept: '[userId+hash], userId',
  facts: 'name',
  leases: 'name',
})

db.version(2).stores({ drafts: '[userId+name], userId, savedAtMs' })

db.version(3).stores({ leases: null })
