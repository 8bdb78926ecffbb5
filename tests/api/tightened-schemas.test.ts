import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { openTestApp } from './support/app.ts'
import type { Request } from './support/client.ts'
import { expectSoundLedger } from './support/ledger.ts'
import {
  idsIn,
  newSubmitter,
  SUBMISSIONS,
  takeSubmissions,
  withdrawal,
} from './support/submissions.ts'

const world = await openTestApp()

beforeAll(() => takeSubmissions(world))

/** Runs on a server of a release that no longer accepts the values of these fields. */
async function afterTightening<T>(
  route: RouteDefinition,
  sent: Request,
  run: () => Promise<T>,
): Promise<T> {
  const before = route.body as z.ZodMiniObject
  const none = Object.keys(sent.body ?? {}).map((name) => [name, z.literal('other')])
  const changed = route as { body?: z.ZodMiniType }
  changed.body = z.extend(before, Object.fromEntries(none))
  try {
    return await run()
  } finally {
    changed.body = before
  }
}

describe('a submission whose schema a later release tightened', () => {
  test.each(SUBMISSIONS)('gets the result of its first attempt: $path', async (route, request) => {
    const { client } = await newSubmitter(world)
    const sent = { ...(await request()), key: randomUUID() }
    const first = await client.send(route, sent)
    expect(first.status).toBe(200)
    const [repeated, anew] = await afterTightening(route, sent, async () => [
      await client.send(route, sent),
      await client.send(route, { ...sent, key: randomUUID() }),
    ])
    expect(repeated?.status).toBe(200)
    expect(idsIn(repeated?.body)).toEqual(idsIn(first.body))
    expect(anew).toMatchObject({ status: 400, body: { code: 'input.invalid' } })
  })

  test('is refused as before if its key belongs to another request or user', async () => {
    const [{ client }, other] = [await newSubmitter(world), await newSubmitter(world)]
    const sent = { body: withdrawal, key: randomUUID() } as const
    expect((await client.send(submitWithdrawal, sent)).status).toBe(200)
    const responses = await afterTightening(submitWithdrawal, sent, async () => [
      await client.send(submitWithdrawal, { ...sent, body: { ...withdrawal, amount: '6' } }),
      await other.client.send(submitWithdrawal, sent),
    ])
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([400, 'input.invalid'])
    }
  })

  test('moves money once', () => expectSoundLedger(world))
})
