import { LOOK_ALIKE_BITS_MAX } from '#shared/rules/review-desk.ts'
import { type DocumentRow, type Listed, listed, type Queryable } from './documents.ts'

const KIND = 'deposit'
const SHOWN_MAX = 12

/** Another deposit request whose screenshot looks like the given one. */
export interface LookAlikeDeposit<S> extends Listed<S> {
  readonly status: string
  readonly isSameUser: boolean
  readonly fullName: string
  readonly email: string
  readonly displayId: string
  readonly isIdentical: boolean
  /** Of 64 bits, how many differ. */
  readonly distance: number
}

interface AlikeRow<S> extends DocumentRow<S> {
  readonly status: string
  readonly is_same_user: boolean
  readonly full_name: string
  readonly email: string
  readonly display_id: string
  readonly is_identical: boolean
  readonly distance: number
}

const DISTANCE = 'bit_count((u.perceptual_hash # $1)::bit(64))'

const ALIKE = `
  select d.stream, d.data, d.status, d.owner = $5 as is_same_user,
         coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.display_id, '') as display_id,
         u.sha256 = $3 as is_identical, ${DISTANCE}::int as distance
  from upload u
  join document d on d.kind = '${KIND}' and d.data ->> 'screenshot' = u.id::text
  left join person p on p.user_no = d.owner
  where u.kind = 'screenshot' and u.perceptual_hash is not null
    and perceptual_bands(u.perceptual_hash) && $2::int[]
    and ${DISTANCE} <= ${LOOK_ALIKE_BITS_MAX}
    and d.stream <> $4
  order by is_identical desc, distance, d.created_at desc
  limit ${SHOWN_MAX}`

/**
 * Deposit requests of everybody whose screenshot looks like that of one request, the most alike
 * first. The index finds what shares a band or nearly so; the distance is counted on those alone.
 */
export async function findLookAlikes<S>(
  db: Queryable,
  { id, screenshot }: { readonly id: string; readonly screenshot: string },
): Promise<LookAlikeDeposit<S>[]> {
  const { rows } = await db.query<{ hash: string; sha256: Buffer; owner: string }>({
    name: 'hash of a screenshot',
    text: `select perceptual_hash as hash, sha256, owner from upload
           where id = $1 and perceptual_hash is not null`,
    values: [screenshot],
  })
  const [own] = rows
  if (!own) return []
  const alike = await db.query<AlikeRow<S>>(ALIKE, [
    own.hash,
    nearBands(BigInt(own.hash)),
    own.sha256,
    `${KIND}-${id}`,
    own.owner,
  ])
  return alike.rows.map((row) => ({
    ...listed(KIND, row),
    status: row.status,
    isSameUser: row.is_same_user,
    fullName: row.full_name,
    email: row.email,
    displayId: row.display_id,
    isIdentical: row.is_identical,
    distance: row.distance,
  }))
}

const BANDS = 4
const BAND_BITS = 16
/** Ten bits over four bands: one band has two of them at most. */
const BAND_BITS_OFF = Math.floor(LOOK_ALIKE_BITS_MAX / BANDS)

/** Every band that a look-alike may have, numbered as perceptual_bands numbers them. */
export function nearBands(hash: bigint): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const bits = Number(BigInt.asUintN(BAND_BITS, hash >> BigInt(band * BAND_BITS)))
    return flips(BAND_BITS_OFF).map((flip) => band * 2 ** BAND_BITS + (bits ^ flip))
  }).flat()
}

/** Every word of one band with up to so many bits set. */
function flips(bitsMax: number, from = 0): number[] {
  if (bitsMax === 0) return [0]
  const longer = Array.from({ length: BAND_BITS - from }, (_, index) => from + index)
  return [
    0,
    ...longer.flatMap((bit) => flips(bitsMax - 1, bit + 1).map((rest) => rest | (1 << bit))),
  ]
}
