import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { HEAD } from '#server/events/log-head.ts'
import type { NumberRange } from '#server/events/read-ahead.ts'
import { serverSha256 } from '#server/events/sha256.ts'
import { sqlChart } from '#server/ledger/chart.ts'
import { keyExpander, keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { openVault, WRAPPED_KEYS } from '#server/platform/vault.ts'
import { type Promised, readPromised } from '#server/queries/open-liabilities.ts'
import type { Units } from '#shared/money.ts'
import { type Owed, partsWith } from '#shared/proofs/liability-leaves.ts'
import { LeafCollector } from './leaf-records.ts'
import { secretPurpose } from './prove.ts'
import { holdersOf, type OwedRows, type Owner } from './read-owed.ts'
import type { Load } from './turns.ts'

/** The leaves of each asset, by its symbol. */
export class LeavesByAsset extends Map<string, LeafCollector> {
  readonly #partsOf = partsWith(serverSha256)

  /** Adds what is owed to one owner. */
  add(owed: Owed): void {
    let collector = this.get(owed.asset)
    if (!collector) {
      collector = new LeafCollector()
      this.set(owed.asset, collector)
    }
    for (const { commitment, amount } of this.#partsOf(owed)) collector.add(commitment, amount)
  }
}

/** What everyone is owed in one snapshot of the database. */
export interface Snapshot {
  /** The last event of the log in the snapshot. */
  readonly position: number
  /** The highest number of a user who ever had money. */
  readonly lastUser: number
  readonly promised: Promised
}

export async function openSnapshot(client: PoolClient): Promise<Snapshot> {
  const { rows } = await client.query<{ position: string; last: string }>(`
    select (${HEAD}) as position,
           (select ${sqlChart.ownerOf('coalesce(max(account), 0)')} from balance) as last`)
  const [{ position, last } = { position: '0', last: '0' }] = rows
  const promised = await readPromised(client)
  // Each range is read by index. A sequential scan would read the whole table for every range.
  await client.query('set local enable_seqscan = off')
  return { position: Number(position), lastUser: Number(last), promised }
}

const USERS_AT_ONCE = 500
/** Fewer, because an order that is served by the same processor waits for the whole of a query. */
const USERS_AT_ONCE_UNDER_LOAD = 50

export function* rangesOfUsers(
  { lastUser }: Pick<Snapshot, 'lastUser'>,
  load: Pick<Load, 'isHigh'> = { isHigh: false },
): Generator<NumberRange> {
  for (let from = 0, to = 0; from <= lastUser; from = to) {
    to = Math.min(from + (load.isHigh ? USERS_AT_ONCE_UNDER_LOAD : USERS_AT_ONCE), lastUser + 1)
    yield { from, to }
  }
}

/**
 * The leaves of what users own, available and frozen together. A user without a key gets one now.
 * An owner that is not a person also has leaves, but no one can prove them.
 *
 * @param pool for creating missing keys
 */
export function leafCollector(pool: Pool, masterKeys: MasterKeys, position: number) {
  const ring = keyRing(masterKeys, WRAPPED_KEYS.purpose)
  const vault = openVault(pool, masterKeys)
  const purpose = secretPurpose(position)
  const expand = keyExpander(purpose)
  const secretOf = async ({ userId, wrapped }: Owner): Promise<Buffer | undefined> => {
    if (wrapped.length === 0) return vault.derive(userId, purpose)
    return expand(ring.unseal(wrapped, userId))
  }
  const leaves = new LeavesByAsset()
  return {
    leaves,
    async add(rows: OwedRows): Promise<void> {
      for (const { owner, held } of holdersOf(rows)) {
        const secret = (owner && (await secretOf(owner))) ?? randomBytes(32)
        const id = owner?.id ?? randomBytes(16)
        for (const { asset, amount } of held) {
          if (amount > 0n) leaves.add({ owner: id, secret, asset, amount })
        }
      }
    },
  }
}

/** No user: promised amounts have no owner who could look for them. */
const HOUSE = new Uint8Array(16)
/** So that promised amounts do not stand out by their size. */
const HOUSE_PARTS = 8

/** The leaves of what is promised to users in addition to what they own. */
export function promisedLeaves({ interest, payouts }: Promised): LeavesByAsset {
  const leaves = new LeavesByAsset()
  for (const [asset, amount] of [...interest, ...payouts]) {
    for (const part of divided(amount, HOUSE_PARTS)) {
      leaves.add({ owner: HOUSE, secret: randomBytes(32), asset, amount: part })
    }
  }
  return leaves
}

function divided(amount: Units, parts: number): Units[] {
  const cuts = Array.from(
    { length: parts - 1 },
    () => (amount * randomBytes(8).readBigUInt64BE()) >> 64n,
  )
  const ends = [...cuts, amount].sort((a, b) => (a < b ? -1 : 1))
  return ends.map((end, at) => end - (ends[at - 1] ?? 0n))
}
