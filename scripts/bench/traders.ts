import { createHash, randomUUID } from 'node:crypto'
import { createConfirmedUser } from '#server/identity/confirmed-users.ts'
import { openSession } from '#server/identity/sessions.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'

/** The access tokens of new users who can afford any number of small orders. */
export async function makeTraders(services: Services, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) {
    tokens.push(await makeTrader(services, `trader-${index}@example.com`))
  }
  return tokens
}

async function makeTrader(services: Services, email: string): Promise<string> {
  const { identity, pool } = services
  const { userId } = await createConfirmedUser(identity, {
    email,
    fullName: 'Demo User',
    phone: '',
    password: randomUUID(),
  })
  const userNo = await findUserNo(pool, userId)
  if (userNo === undefined) throw new Error('a new user has a number')
  await fund(services, userNo)
  return (await openSession(identity, userId, 'bench')).accessToken
}

async function fund({ log, clock }: Services, owner: bigint): Promise<void> {
  const { outcome } = await log.append({
    stream: `funding-${randomUUID()}`,
    kind: 'funding',
    owner,
    expectedVersion: 0,
    previousHash: null,
    key: randomUUID(),
    requestHash: createHash('sha256').update('funding').digest(),
    event: {
      type: 'BalanceAdjusted',
      data: { symbol: 'USDT', direction: 'credit', amount: '1000000000', reason: 'benchmark' },
    },
    metadata: {
      actor: { kind: 'system' },
      at: instantOf(clock.now()),
      correlation: randomUUID(),
    },
    state: {},
    summary: { status: 'done', waiting: false },
  })
  if (outcome !== 'ok') throw new Error(`funding: ${outcome}`)
}
