import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { EventLog } from '#server/events/log.ts'
import { batchOpenClaims } from '#server/facts/open-claims.ts'
import { FEATURES } from '#server/features/index.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { movesNoMoney } from '#server/ledger/postings.ts'
import { isRefusal } from '#shared/refusal.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'
import { MONEY_FEATURES } from './features.ts'
import { FoldedLog } from './folded-log.ts'
import { KEPT_SEQUENCES } from './kept-sequences.ts'
import { expectSound } from './soundness.ts'
import { anySteps, FEATURE_ACTS, runStep, type Step } from './steps.ts'
import type { Outcome } from './turn.ts'
import { USERS, World } from './world.ts'

/** A failure prints its seed and its steps; MODEL_SEED sets another seed. */
const SEED = Number(process.env.MODEL_SEED ?? 20_260_131)
const RUNS_IN_MEMORY = Number(process.env.MODEL_RUNS ?? 2_000)
const RUNS_ON_POSTGRES = 40
const WITHIN_MS = 600_000

/** Initial balances, so that most commands are affordable. */
const FUNDS: readonly Step[] = USERS.flatMap((_, user) =>
  [
    ['USDT', '2000000'],
    ['BTC', '5'],
  ].map(([symbol, amount]) => ({
    act: 'adjustments.adjust',
    with: { user, symbol, isCredit: true, amount: { exactly: amount } },
  })),
)

const succeeded = new Set<string>()
const seenTypes = new Set<string>()

async function playInMemory(steps: readonly Step[]): Promise<FoldedLog> {
  const log = new FoldedLog()
  const world = new World(log.facts)
  let [lastStep, last]: [Step | undefined, Outcome] = [undefined, undefined]
  for (const step of steps) {
    const before = log.events.length
    const outcome = await runStep(world, log, step)
    const added = log.events.length - before
    expectEffect(outcome, added)
    if (step === lastStep) expectSameResponse(last, outcome)
    // Without an event the log must be unchanged; an unexpected change shows at the next event.
    if (added > 0) expectSound(log)
    ;[lastStep, last] = [step, outcome]
    if (outcome && !isRefusal(outcome)) succeeded.add(step.act)
  }
  expectSound(log)
  for (const { type } of log.events) seenTypes.add(type)
  return log
}

/** A successful command appends one event; a refusal or repetition appends none. */
function expectEffect(outcome: Outcome, events: number): void {
  expect(events).toBe(isEffect(outcome) ? 1 : 0)
}

function isEffect(outcome: Outcome): boolean {
  return outcome !== undefined && !isRefusal(outcome) && !outcome.replayed
}

/** If both attempts succeed, the second replays the response of the first. */
function expectSameResponse(first: Outcome, second: Outcome): void {
  if (!first || !second || isRefusal(first) || isRefusal(second)) return
  expect(second).toEqual({ ...first, replayed: true })
}

describe('any sequence of commands', () => {
  test('keeps sums at zero, balances non-negative and holds frozen, and replays to the same state', {
    timeout: WITHIN_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps({ minLength: 10, maxLength: 40 }), async (steps) => {
        await playInMemory([...FUNDS, ...steps])
      }),
      { numRuns: RUNS_IN_MEMORY, seed: SEED },
    )
  })

  test.each(KEPT_SEQUENCES)('%s', async (_, steps) => {
    await playInMemory(steps)
  })

  test('makes every action of the model succeed at least once', () => {
    expect(FEATURE_ACTS.filter((name) => !succeeded.has(name))).toEqual([])
  })

  test('produces every type of event that moves money', () => {
    const moneyless: readonly string[] = movesNoMoney
    // Events that began trades in old logs.
    const known = [...moneyless, 'FuturesOpened']
    const moneyTypes = [...FEATURES.catalog.keys()].filter((type) => !known.includes(type))
    expect(moneyTypes.filter((type) => !seenTypes.has(type))).toEqual([])
  })
})

describe('concurrent commands from two servers on PostgreSQL', async () => {
  const { url, pool } = await openTestDatabase()
  // For PostgreSQL, two logs on one database are like two server processes.
  const openLog = () => openLedgerLog({ connectionString: url, pool, catalog: FEATURES.catalog })
  // Each run opens new logs: an open one would take the emptied log for another history.
  let logs: readonly [EventLog, EventLog] = [openLog(), openLog()]
  const closeLogs = () => Promise.all(logs.map((log) => log.close()))
  afterAll(closeLogs)
  // The model's prices are in memory, not recorded in the database.
  const aggregates = Object.values(MONEY_FEATURES).map(
    ({ aggregate: { restsOn: _, ...aggregate } }) => aggregate,
  )

  async function readAvailable(userNo: bigint, symbol: string): Promise<bigint> {
    const balances = await readBalances(pool, userNo)
    return balances.find((balance) => balance.symbol === symbol)?.available ?? 0n
  }

  const burst = anySteps({ minLength: 1, maxLength: 16 })

  test('apply each key once and leave a ledger that matches its log', {
    timeout: WITHIN_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(burst, { minLength: 1, maxLength: 6 }), async (bursts) => {
        await closeLogs()
        await pool.query('truncate event, balance, document, house_balance, open_claim')
        logs = [openLog(), openLog()]
        const world = new World({ readAvailable, readClaims: batchOpenClaims(pool) })
        for (const step of FUNDS) await runStep(world, logs[0], step)
        let effects = FUNDS.length
        for (const steps of bursts) {
          const outcomes = await Promise.all(
            steps.map((step, index) => runStep(world, logs[index % 2 ? 1 : 0], step)),
          )
          effects += outcomes.filter(isEffect).length
          const verified = await verifyLedger(pool, aggregates)
          expect(verified.events, 'events match the reported effects').toBe(BigInt(effects))
        }
      }),
      { numRuns: RUNS_ON_POSTGRES, seed: SEED },
    )
  })
})
