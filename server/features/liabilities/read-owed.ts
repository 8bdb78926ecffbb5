import type { PoolClient } from 'pg'
import type { NumberRange } from '#server/events/read-ahead.ts'
import { assetNoIn, sqlChart, userNoIn } from '#server/ledger/chart.ts'
import { assetByNumber } from '#shared/assets.ts'
import type { Units } from '#shared/money.ts'

/** The data of a person that is needed for their leaves. */
export interface Owner {
  readonly userNo: number
  readonly userId: string
  /** The 16 bytes of `userId`. */
  readonly id: Buffer
  /** The person's key, wrapped; empty if there is none. */
  readonly wrapped: Buffer
}

/** A user's total of each asset, available plus frozen. */
export interface Holder {
  readonly userNo: number
  /** Undefined if the user is not a person. */
  owner: Owner | undefined
  readonly held: { readonly asset: string; amount: Units }[]
}

// One value for all rows of a kind, because parsing each row would take longer than processing it.
const OWED = ({ from, to }: NumberRange) => `
  select (
    select string_agg(account || ' ' || amount, ',' order by account)
    from balance
    where account >= ${sqlChart.firstOf(`${from}::bigint`)}
      and account < ${sqlChart.firstOf(`${to}::bigint`)} and amount <> 0
  ) as amounts, (
    select string_agg(
             int8send(user_no) || uuid_send(p.user_id)
               || int4send(coalesce(octet_length(wrapped), 0)) || coalesce(wrapped, ''),
             ''::bytea order by user_no)
    from person as p left join person_key as k on k.user_id = p.user_id
    where user_no >= ${from} and user_no < ${to}
  ) as owners`

/** The raw rows of a range of users, which another thread parses. */
export interface OwedRows {
  readonly amounts: string
  readonly owners: Uint8Array
}

export async function readOwed(client: PoolClient, range: NumberRange): Promise<OwedRows> {
  const { rows } = await client.query<{ amounts: string | null; owners: Buffer | null }>(
    OWED(range),
  )
  const [row] = rows
  return { amounts: row?.amounts ?? '', owners: row?.owners ?? new Uint8Array() }
}

/** Users of a range with any balance, in the order of their numbers. */
export function holdersOf(rows: OwedRows): Holder[] {
  const holders = amountsOf(rows.amounts)
  const owners = ownersOf(Buffer.from(rows.owners)).values()
  let owner = owners.next().value
  for (const holder of holders) {
    while (owner && owner.userNo < holder.userNo) owner = owners.next().value
    if (owner?.userNo === holder.userNo) holder.owner = owner
  }
  return holders
}

/** Expects accounts in order, so that available and frozen of an asset are adjacent. */
function amountsOf(text: string): Holder[] {
  const holders: Holder[] = []
  let holder: Holder = { userNo: Number.NaN, owner: undefined, held: [] }
  let lastAsset = Number.NaN
  for (const entry of text === '' ? [] : text.split(',')) {
    const end = entry.indexOf(' ')
    const account = Number(entry.slice(0, end))
    const amount = BigInt(entry.slice(end + 1))
    const userNo = userNoIn(account)
    if (holder.userNo !== userNo) {
      holder = { userNo, owner: undefined, held: [] }
      holders.push(holder)
      lastAsset = Number.NaN
    }
    const asset = assetNoIn(account)
    const last = holder.held.at(-1)
    if (last && asset === lastAsset) last.amount += amount
    else holder.held.push({ asset: assetByNumber(asset).symbol, amount })
    lastAsset = asset
  }
  return holders
}

const ID_AT = 8
const LENGTH_AT = ID_AT + 16
const WRAPPED_AT = LENGTH_AT + 4

function ownersOf(bytes: Buffer): Owner[] {
  const owners: Owner[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + WRAPPED_AT + bytes.readUInt32BE(at + LENGTH_AT)
    const id = bytes.subarray(at + ID_AT, at + LENGTH_AT)
    owners.push({
      userId: uuidOf(id),
      userNo: Number(bytes.readBigInt64BE(at)),
      id,
      wrapped: bytes.subarray(at + WRAPPED_AT, end),
    })
    at = end
  }
  return owners
}

function uuidOf(id: Buffer): string {
  const hex = id.toString('hex')
  const [one, two, three] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
  return `${one}-${two}-${three}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
