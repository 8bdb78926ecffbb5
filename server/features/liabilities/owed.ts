import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { type NumberRange, rangesBetween, readAhead } from '#server/events/read-ahead.ts'
import { serverSha256 } from '#server/events/sha256.ts'
import { keyExpander, keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { openVault, WRAPPED_KEYS } from '#server/platform/vault.ts'
import { type Promised, readPromised } from '#server/projections/open-liabilities.ts'
import type { Units } from '#shared/money.ts'
import { type Owed, partsWith } from '#shared/proofs/liability-leaves.ts'
import { LeafCollector } from './leaf-records.ts'
import { secretPurpose } from './prove.ts'
import { type Owner, readHolders } from './read-owed.ts'

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

/** What one moment of the database says of everyone. */
export interface Snapshot {
  /** Under which other connections see the same moment. */
  readonly name: string
  /** The last event of the log at that moment. */
  readonly position: number
  /** The highest number of a user who ever had money. */
  readonly lastUser: number
  readonly promised: Promised
}

export async function openSnapshot(client: PoolClient): Promise<Snapshot> {
  const { rows } = await client.query<{ name: string; position: string; last: string }>(`
    select pg_export_snapshot() as name,
           (select coalesce(max(position), 0) from event) as position,
           (select coalesce(max(account), 0) / 1024 from balance) as last`)
  const [{ name, position, last } = { name: '', position: '0', last: '0' }] = rows
  const promised = await readPromised(client)
  return { name, position: Number(position), lastUser: Number(last), promised }
}

/** Few enough that their rows die young, and that a run is seen to go on. */
const USERS_AT_ONCE = 4_000

interface Needs {
  /** In the snapshot. */
  readonly client: PoolClient
  /** Outside of it, for keys that are yet to be made. */
  readonly pool: Pool
  readonly masterKeys: MasterKeys
}

/**
 * The leaves of what users of a range own, available and frozen together. A user who has no key gets one
 * now; an owner who is no person has leaves too, which no one can prove.
 */
export async function collectOwed(
  { client, pool, masterKeys }: Needs,
  { range, position }: { range: NumberRange; position: number },
  onProgress: (users: number) => void,
): Promise<LeavesByAsset> {
  const ring = keyRing(masterKeys, WRAPPED_KEYS.purpose)
  const vault = openVault(pool, masterKeys)
  const purpose = secretPurpose(position)
  const expand = keyExpander(purpose)
  const secretOf = async ({ userId, wrapped }: Owner): Promise<Buffer | undefined> => {
    if (wrapped.length === 0) return vault.derive(userId, purpose)
    return expand(ring.unseal(wrapped, userId))
  }
  const leaves = new LeavesByAsset()
  // What is looked up by an index for each range would be read whole for each by any other plan.
  await client.query('set local enable_seqscan = off')
  const ranges = rangesBetween(range.from, range.to, USERS_AT_ONCE)
  const read = readAhead(ranges, async (some) => ({
    users: some.to - some.from,
    holders: await readHolders(client, some),
  }))
  for await (const { users, holders } of read) {
    for (const { owner, held } of holders) {
      const secret = (owner && (await secretOf(owner))) ?? randomBytes(32)
      const id = owner?.id ?? randomBytes(16)
      for (const { asset, amount } of held) {
        if (amount > 0n) leaves.add({ owner: id, secret, asset, amount })
      }
    }
    onProgress(users)
  }
  return leaves
}

/** No user: what is promised has no owner who could look for it. */
const HOUSE = new Uint8Array(16)
/** So that what is promised does not stand out by its size. */
const HOUSE_PARTS = 8

/** The leaves of what is promised to users beside what they own. */
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
