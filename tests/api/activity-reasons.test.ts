import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '#shared/canonical-json.ts'
import { explainActivity, listActivity } from '#shared/contract/activity.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { hashedText } from '#shared/event-text.ts'
import { activeTrader } from './support/active-trader.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { fund, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp

// The limit of the orders.
beforeAll(() => bitcoinBecomes(testApp, '50000'))

const list = (by: Person) =>
  by.client.send(listActivity, { params: { userId: by.userId }, query: {} })
const why = (by: Person, position: string, of = by) =>
  by.client.send(explainActivity, { params: { userId: of.userId, position } })
const trader = () => activeTrader(testApp)

describe('why a balance moved', () => {
  test('names the decision, its actor and the whole history of the request', async () => {
    const { user, admin, executed } = await trader()
    const [, , line] = (await list(user)).body.lines
    const { body } = await why(user, line?.position ?? '')
    const staff = await displayIdOf(admin)
    expect(body).toMatchObject({
      title: 'Order executed',
      kind: 'order',
      reason:
        'Your order was approved and executed at 50,000. You exchanged 50 USDT for 0.001 BTC.',
      by: { kind: 'staff', display_id: staff },
      event: { stream: `spot-order-${executed.id}`, version: 2, position: line?.position },
    })
    expect(body.lines.map(({ symbol }) => symbol)).toEqual(['USDT', 'BTC'])
    expect(body.history.map(({ title, by }) => [title, by.kind])).toEqual([
      ['Spot order placed', 'user'],
      ['Spot order executed', 'staff'],
    ])
    expect(body.history_length).toBe(2)
    expect(JSON.stringify(body)).not.toContain(admin.fullName)
    expect(JSON.stringify(body)).not.toContain(admin.email)
  })

  test('can be verified, because the hash covers the shown data', async () => {
    const { user } = await trader()
    for (const { position } of (await list(user)).body.lines) {
      const { event } = (await why(user, position)).body
      expect(hashOf(event)).toBe(event.hash)
      expect(hashOf({ ...event, data: { ...(event.data as object), more: 1 } })).not.toBe(
        event.hash,
      )
    }
  })

  test('is visible only for the user’s own movements', async () => {
    const [one, other] = [await newUser(testApp), await newUser(testApp)]
    await fund(testApp, one, 'USDT', '1')
    const position = (await list(one)).body.lines[0]?.position ?? ''
    expect((await why(other, position)).status).toBe(404)
    expect((await why(other, position, one)).status).toBe(403)
    expect((await why(one, '999999999')).status).toBe(404)
    expect((await why(one, 'x')).status).toBe(404)
  })
})

async function displayIdOf({ userId }: Person): Promise<string> {
  const { rows } = await services.pool.query('select display_id from person where user_id = $1', [
    userId,
  ])
  return rows[0].display_id
}

/** Computes the hash from the response alone. */
function hashOf(event: ProvenEvent): string {
  const text = hashedText({
    ...event,
    requestHash: event.request_hash,
    schemaVersion: event.schema_version,
    dataText: canonicalJson(event.data),
    metadataText: canonicalJson(event.metadata),
  })
  return createHash('sha256')
    .update(Buffer.from(event.previous_hash ?? '', 'hex'))
    .update(text)
    .digest('hex')
}
