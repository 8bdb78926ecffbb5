import type { Pool } from 'pg'
import { expect, test, vi } from 'vitest'
import { LogHistory } from '#server/events/log-history.ts'
import { openDurability, type Watermark } from '#server/platform/durability.ts'

/** A database with a standby that lags behind. */
class Primary {
  position = 0
  walEnd = 0
  flushed = 0
  questions = 0

  readonly query = async () => {
    this.questions += 1
    const { position, walEnd, flushed } = this
    return { rows: [{ position: `${position}`, wal_end: `${walEnd}`, flushed: `${flushed}` }] }
  }
}

async function historyAt(epoch: string): Promise<LogHistory> {
  const history = new LogHistory()
  await enter(history, [epoch])
  return history
}

function enter(history: LogHistory, epochs: readonly string[]) {
  const query = async () => ({ rows: [{ epochs, positions: epochs.map(() => '0') }] })
  return history.meet({ query } as never)
}

async function opened(mode: 'local' | 'standby') {
  const primary = new Primary()
  const history = await historyAt('1')
  const report = vi.fn()
  const pool = primary as unknown as Pick<Pool, 'query'>
  const durability = openDurability({ mode, pool, history, report })
  const told: Watermark[] = []
  durability.onWatermark((watermark) => told.push(watermark))
  return { primary, history, durability, told }
}

test('a commit is durable if no standby is required', async () => {
  const { primary, history, durability } = await opened('local')
  history.see(7n)
  expect(durability.positionOf({ epoch: 1, position: 9n })).toBe(9n)
  expect(durability.watermark()).toEqual({ epoch: 1, position: 7n })
  durability.want(9n)
  expect(primary.questions).toBe(0)
})

test('a position is durable once a standby has flushed the log up to its commit', async () => {
  const { primary, durability, told } = await opened('standby')
  Object.assign(primary, { position: 3, walEnd: 1_000, flushed: 900 })
  durability.want(4n)
  await expect.poll(() => primary.questions).toBe(1)
  Object.assign(primary, { position: 4, walEnd: 1_100, flushed: 1_000 })
  await expect.poll(() => told).toEqual([{ epoch: 1, position: 3n }])
  expect(durability.positionOf({ epoch: 1, position: 4n })).toBe(3n)
  primary.flushed = 1_100
  await expect.poll(() => told.at(-1)).toEqual({ epoch: 1, position: 4n })

  // Nothing waits any more, so no query is sent.
  const { questions } = primary
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(primary.questions).toBe(questions)
  await durability.close()
})

test('nothing of an earlier epoch is durable in the next one', async () => {
  const { primary, history, durability, told } = await opened('standby')
  Object.assign(primary, { position: 4, walEnd: 1_000, flushed: 1_000 })
  durability.want(4n)
  await expect.poll(() => told).toHaveLength(1)
  await enter(history, ['1', '2'])
  expect(durability.watermark()).toEqual({ epoch: 2, position: 0n })
  expect(durability.positionOf({ epoch: 1, position: 4n })).toBe(0n)
  await durability.close()
})
