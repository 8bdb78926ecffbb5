import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { Load, restingUnder, withTurns } from '#server/features/liabilities/turns.ts'
import { eventually } from '#tests/support/wait.ts'

/** A log whose head advances between two reads by the given number of events. */
function logThatGrows(by: () => number) {
  let head = 0
  const query = async () => {
    head += by()
    return { rows: [{ head: String(head) }] }
  }
  return { query } as unknown as Pick<Pool, 'query'>
}

test('two pieces of work run at once while the log is idle, and one while it grows', async () => {
  let growth = 0
  const pool = logThatGrows(() => growth)
  await withTurns(pool, { most: 2, load: new Load() }, async (turns) => {
    let [running, most, isOver] = [0, 0, false]
    const piece = async () => {
      running += 1
      most = Math.max(most, running)
      await sleep(1)
      running -= 1
    }
    const worker = async () => {
      while (!isOver) await turns.take(piece)
    }
    const workers = [worker(), worker(), worker()]
    const mostOfNow = async () => {
      most = 0
      await sleep(30)
      return most
    }
    expect(await mostOfNow()).toBe(2)
    growth = 1_000
    await eventually(async () => expect(await mostOfNow()).toBe(1))
    growth = 0
    await eventually(async () => expect(await mostOfNow()).toBe(2))
    isOver = true
    await Promise.all(workers)
  })
})

test('work in a thread rests while requests need the processors', async () => {
  const load = new Load()
  const rest = restingUnder(new Load(load.cell))
  const restedMs = async () => {
    await sleep(10)
    const beganAt = performance.now()
    const resting = rest()
    const isOver = await Promise.race([resting.then(() => true), nextTurn(false)])
    await resting
    return isOver ? 0 : performance.now() - beganAt
  }
  expect(await restedMs()).toBe(0)
  load.isHigh = true
  expect(await restedMs()).toBeGreaterThanOrEqual(29)
  load.isHigh = false
  expect(await restedMs()).toBe(0)
})
