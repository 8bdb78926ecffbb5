import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { AppendResult } from '#server/events/log.ts'
import { availableOf } from '#server/ledger/chart.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { verifyLedger } from '#server/ledger/verify-ledger.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { adjustment, counting } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
// Two logs on one database are two server processes as far as PostgreSQL can see.
const logs = [url, url].map((connectionString) => openLedgerLog({ connectionString, pool }))
afterAll(() => Promise.all(logs.map((log) => log.close())))

/** Few of everything, so that commands get in each other's way. */
const step = fc.record({
  log: fc.nat({ max: 1 }),
  change: fc.integer({ min: -12, max: 8 }).filter((change) => change !== 0),
  stream: fc.nat({ max: 5 }),
  key: fc.nat({ max: 40 }),
  staleness: fc.constantFrom(0, 0, 0, 1),
})
const bursts = fc.array(fc.array(step, { minLength: 1, maxLength: 25 }), {
  minLength: 1,
  maxLength: 8,
})

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A stream belongs to one user for ever; each user has two, so that balances are contended too. */
const ownerOf = ({ stream }: Step) => BigInt((stream % 3) + 1)

const uuidOf = (text: string) => {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

async function run(step: Step, round: number): Promise<AppendResult> {
  const log = logs[step.log] as (typeof logs)[number]
  const stream = `counting-${uuidOf(`stream ${round} ${step.stream}`)}`
  const document = await log.readDocument(stream)
  const current = document?.version ?? 0
  return log.append(
    adjustment({
      owner: ownerOf(step),
      change: BigInt(step.change),
      stream,
      expectedVersion: Math.max(0, current - step.staleness),
      previousHash: document?.hash ?? null,
      key: uuidOf(`key ${round} ${step.key}`),
      request: `${step.change} ${step.stream}`,
    }),
  )
}

let round = 0

test('whatever gets in whose way, each key has one effect and every balance is the replay', async () => {
  await fc.assert(
    fc.asyncProperty(bursts, async (all) => {
      round += 1
      await pool.query('truncate event, balance, document')
      const expected = new Map<bigint, bigint>()
      const done = new Set<number>()
      for (const burst of all) {
        const results = await Promise.all(burst.map((each) => run(each, round)))
        for (const [index, { outcome }] of results.entries()) {
          const each = burst[index] as Step
          if (outcome !== 'ok') continue
          expect(done, `key ${each.key} had its effect before`).not.toContain(each.key)
          done.add(each.key)
          const account = availableOf(ownerOf(each), 'USDT')
          expected.set(account, (expected.get(account) ?? 0n) + BigInt(each.change))
        }
      }
      const { rows } = await pool.query('select account, amount from balance where amount <> 0')
      const stored = new Map(rows.map((row) => [BigInt(row.account), BigInt(row.amount)]))
      expect(stored).toEqual(new Map([...expected].filter(([, amount]) => amount !== 0n)))
      const verified = await verifyLedger(pool, [counting])
      expect(verified.events).toBe(BigInt(done.size))
    }),
    { numRuns: 60, seed: 20_260_131 },
  )
})
