import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventFollower } from '#server/events/follower.ts'
import { headOf } from '#server/events/log-head.ts'
import { runFollowers } from '#server/events/run-followers.ts'
import { FEATURES } from '#server/features/index.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { counting } from './adjusting.ts'

const { url, pool } = await openTestDatabase()
const PROCESSES = 3
const COMMANDS = 800

test('a follower misses no event while three processes append concurrently', async () => {
  const read: bigint[] = []
  const reader = runFollowers({
    connectionString: url,
    pool,
    catalog: FEATURES.catalog,
    followers: [
      eventFollower({
        name: 'reader',
        handle: async (events) => {
          read.push(...events.map(({ position }) => position))
        },
      }),
    ],
    onFault: (_, error) => {
      throw error
    },
  })
  const script = fileURLToPath(new URL('./writer-process.ts', import.meta.url))
  const write = () => promisify(execFile)(process.execPath, [script, url, String(COMMANDS)])
  await Promise.all(Array.from({ length: PROCESSES }, write))

  const position = await headOf(pool)
  expect(position).toBe(BigInt(PROCESSES * COMMANDS))
  expect(await waitForPosition(pool, { follower: 'reader', position })).toBe(true)
  await reader.stop()
  expect(read).toEqual(Array.from({ length: Number(position) }, (_, index) => BigInt(index + 1)))
  const { events } = await verifyLedger(pool, [counting])
  expect(events).toBe(position)
})
