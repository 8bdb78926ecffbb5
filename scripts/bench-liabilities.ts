import { randomBytes } from 'node:crypto'
import { base64 } from '@scure/base'
import type pg from 'pg'
import { withBenchLog } from '#scripts/bench/bench-database.ts'
import type { BenchOptions } from '#scripts/bench/bench-options.ts'
import { judge, show } from '#scripts/bench/judge.ts'
import { median } from '#scripts/bench/measure.ts'
import { p99Beside } from '#scripts/bench/orders-beside.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import type { Counted } from '#server/features/liabilities/make-statement.ts'
import { proveAsset, secretPurpose } from '#server/features/liabilities/prove.ts'
import {
  makeStatementApart,
  type StatementCost,
} from '#server/features/liabilities/statement-process.ts'
import { availableOf, frozenOf } from '#server/ledger/chart.ts'
import { keyRing } from '#server/platform/cipher.ts'
import { systemClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/new-id.ts'
import { openVault, WRAPPED_KEYS } from '#server/platform/vault.ts'
import { LIABILITY_PROOF_KINDS, type LiabilityProof } from '#shared/contract/liabilities.ts'

const SYMBOLS = ['USDT', 'BTC', 'ETH'] as const
const AMOUNT = 12_345_678_901n
const MOST_S = 25
const MOST_MB = 1_024
const MOST_PROOF_KB = 8
const USERS_AT_ONCE = 20_000
const ROUNDS = 3

/**
 * How long a statement of liabilities takes, how it slows orders down, and how large a proof is.
 */
export async function benchLiabilities({ owners }: BenchOptions): Promise<void> {
  console.log(`\nLiabilities to ${owners.toLocaleString('en')} users with ${SYMBOLS.length} assets`)
  const masterKey = randomBytes(32)
  await withBenchLog(async ({ url, pool, log }) => {
    await fill(pool, owners, masterKey)
    const made = await make(url, masterKey)
    judge('statement, s', made.seconds, { most: MOST_S })
    show('  of the processors, without PostgreSQL, s', made.cost.cpuS)
    judge('  memory at its peak, MB', made.cost.megabytes, { most: MOST_MB })
    const proof = await proofOfOne(pool, made, masterKey)
    const bytes = Buffer.byteLength(JSON.stringify(proof))
    judge(`proof of ${SYMBOLS.length} assets, KB`, bytes / 1_024, { most: MOST_PROOF_KB })
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { alone, beside } = await p99Beside(log, () => make(url, masterKey))
      show('p99 of orders alone, ms', alone)
      show('  while one is made, ms', beside)
      ratios.push(beside / alone)
    }
    judge('p99 of orders while one is made, against none', median(ratios), { most: 2 })
  })
}

/** Creates users with a key, and with available and frozen amounts of each asset. */
async function fill(pool: pg.Pool, users: number, masterKey: Buffer): Promise<void> {
  const ring = keyRing([masterKey], WRAPPED_KEYS.purpose)
  const bar = progressBar('  loading')
  for (let from = 1; from <= users; from += USERS_AT_ONCE) {
    const count = Math.min(USERS_AT_ONCE, users + 1 - from)
    const { rows } = await pool.query<{ user_id: string; user_no: string }>(
      `insert into person (user_id, display_id, email, full_name, phone, created_at)
       select gen_random_uuid(), 'B' || no, no || '@example.com', 'Bench', '', now()
       from generate_series($1::int, $2::int) as no returning user_id, user_no`,
      [from, from + count - 1],
    )
    await pool.query(
      `insert into person_key (user_id, wrapped)
       select id, decode(wrapped, 'hex') from unnest($1::uuid[], $2::text[]) as t (id, wrapped)`,
      [
        rows.map(({ user_id }) => user_id),
        rows.map(({ user_id }) => ring.seal(randomBytes(32), user_id).toString('hex')),
      ],
    )
    const accounts = rows.flatMap(({ user_no }) =>
      SYMBOLS.flatMap((symbol) => [
        availableOf(BigInt(user_no), symbol),
        frozenOf(BigInt(user_no), symbol),
      ]),
    )
    await pool.query(
      'insert into balance (account, amount) select account, $2 from unnest($1::bigint[]) as account',
      [accounts, AMOUNT],
    )
    bar(BigInt(from + count - 1), BigInt(users))
  }
  await pool.query('vacuum analyze')
  await pool.query('checkpoint')
}

interface Made {
  readonly statementId: string
  readonly counted: Counted
  readonly cost: StatementCost
  readonly seconds: number
}

/** Makes a statement like a server does. */
async function make(databaseUrl: string, masterKey: Buffer): Promise<Made> {
  const statementId = newId(systemClock)
  const started = performance.now()
  const made = await makeStatementApart(
    { databaseUrl, masterKeys: [masterKey], statementId },
    new AbortController().signal,
    () => {},
  )
  return { statementId, ...made, seconds: (performance.now() - started) / 1_000 }
}

async function proofOfOne(
  pool: pg.Pool,
  { statementId, counted: { assets: trees } }: Made,
  masterKey: Buffer,
): Promise<LiabilityProof> {
  const { rows } = await pool.query<{ user_id: string }>('select user_id from person limit 1')
  const userId = rows[0]?.user_id ?? ''
  const secret = await openVault(pool, [masterKey]).derive(userId, secretPurpose(0))
  if (!secret) throw new Error('there is a user')
  const order = { userId, secret, amount: 2n * AMOUNT, paths: 'packed' as const }
  const assets = await Promise.all(
    trees.map(({ symbol, leaves }) =>
      proveAsset(pool, { statementId, asset: symbol, leaves, position: 0 }, order),
    ),
  )
  return {
    kind: LIABILITY_PROOF_KINDS.packed,
    user_id: userId,
    secret: base64.encode(secret),
    statement_id: statementId,
    position: '0',
    event_position: '1',
    assets,
  }
}
