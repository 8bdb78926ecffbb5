import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { serverSha256 } from '#server/events/sha256.ts'
import { readTexts } from '#server/ledger/scan.ts'
import { expandKey, keyRing, type MasterKeys } from '#server/platform/cipher.ts'
import { openVault, WRAPPED_KEYS } from '#server/platform/vault.ts'
import { type Promised, readPromised } from '#server/projections/open-liabilities.ts'
import { assetByNumber } from '#shared/assets.ts'
import type { Units } from '#shared/money.ts'
import { type Owed, ownerBytes, partsOf } from '#shared/proofs/liability-leaves.ts'
import { LeafCollector } from './leaf-records.ts'
import { secretPurpose } from './prove.ts'

/** By symbol. */
export type LeavesByAsset = Map<string, LeafCollector>

/** Users by their numbers, from one up to and without another. */
export interface UserRange {
  readonly from: number
  readonly to: number
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

// Aggregates over a range of numbers need no sort on disk. What is looked up by an index for each range
// would be read whole for each by any other plan.
const OWED = ({ from, to }: UserRange) => `
  select p.user_id, k.wrapped, held.owed
  from (
    select user_no, string_agg(asset || ' ' || amount, ',') as owed
    from (
      select account / 1024 as user_no, account / 2 % 512 as asset, sum(amount) as amount
      from balance where account >= ${from}::bigint * 1024 and account < ${to}::bigint * 1024
      group by 1, 2 having sum(amount) > 0
    ) as part
    group by user_no
  ) as held
  left join person as p on p.user_no = held.user_no
    and p.user_no >= ${from} and p.user_no < ${to}
  left join person_key as k on k.user_id = p.user_id`

type OwedRow = readonly [userId: string | null, wrapped: string | null, owed: string]

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
  { range, position }: { range: UserRange; position: number },
  onProgress: (users: number) => void,
): Promise<LeavesByAsset> {
  const ring = keyRing(masterKeys, WRAPPED_KEYS.purpose)
  const vault = openVault(pool, masterKeys)
  const purpose = secretPurpose(position)
  const leaves: LeavesByAsset = new Map()
  const secretOf = async (userId: string, wrapped: string | null): Promise<Buffer | undefined> =>
    wrapped === null
      ? vault.derive(userId, purpose)
      : expandKey(ring.unseal(Buffer.from(wrapped.slice(2), 'hex'), userId), purpose)
  await client.query('set local enable_seqscan = off')
  for (let from = range.from; from < range.to; from += USERS_AT_ONCE) {
    const to = Math.min(from + USERS_AT_ONCE, range.to)
    for (const [userId, wrapped, owed] of await readTexts<OwedRow>(client, OWED({ from, to }))) {
      const secret = userId === null ? undefined : await secretOf(userId, wrapped)
      const owner = userId === null ? randomBytes(16) : ownerBytes(userId)
      for (const part of owed.split(',')) {
        const [asset = '', amount = ''] = part.split(' ')
        const { symbol } = assetByNumber(Number(asset))
        const held = { owner, asset: symbol, amount: BigInt(amount) }
        addLeaves(leaves, { ...held, secret: secret ?? randomBytes(32) })
      }
    }
    onProgress(to - from)
  }
  return leaves
}

/** No user: what is promised has no owner who could look for it. */
const HOUSE = new Uint8Array(16)
/** So that what is promised does not stand out by its size. */
const HOUSE_PARTS = 8

/** The leaves of what is promised to users beside what they own. */
export function promisedLeaves({ interest, payouts }: Promised): LeavesByAsset {
  const leaves: LeavesByAsset = new Map()
  for (const [asset, amount] of [...interest, ...payouts]) {
    for (const part of divided(amount, HOUSE_PARTS)) {
      addLeaves(leaves, { owner: HOUSE, secret: randomBytes(32), asset, amount: part })
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

function addLeaves(leaves: LeavesByAsset, owed: Owed): void {
  let collector = leaves.get(owed.asset)
  if (!collector) {
    collector = new LeafCollector()
    leaves.set(owed.asset, collector)
  }
  for (const { commitment, amount } of partsOf(serverSha256, owed))
    collector.add(commitment, amount)
}
