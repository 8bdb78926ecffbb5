import { afterAll, describe, expect, test } from 'vitest'
import { matureDueStakes } from '#server/features/staking/mature-due.ts'
import { keepLanguage } from '#shared/contract/account.ts'
import { listActivity } from '#shared/contract/activity.ts'
import { currentUser } from '#shared/contract/auth.ts'
import { openStake } from '#shared/contract/staking.ts'
import { DAY_MS } from '#shared/time.ts'
import { startPushService } from '#tests/push/push-service.ts'
import { openTestApp } from './support/app.ts'
import { newDevice } from './support/devices.ts'
import { fund, newUser } from './support/traders.ts'

const service = await startPushService()
afterAll(service.stop)
const testApp = await openTestApp({ pushEndpoints: service.policy })
const { clock, services } = testApp

test('a movement is sent with its English text and the message behind it', async () => {
  const person = await newUser(testApp)
  const { client, userId } = person
  await fund(testApp, person, 'USDT', '1000')
  await client.call(openStake, { body: { amount: '1000', duration: 5 } })
  const { lines } = await client.call(listActivity, {
    params: { userId },
    query: { kind: 'stake' },
  })
  expect(lines[0]).toMatchObject({
    title: 'Staked for 5 days',
    title_text: {
      message: 'Staked for {days, plural, one {# day} other {# days}}',
      values: { days: 5 },
    },
  })
})

describe('the language of a user', () => {
  test('is kept with the account and returned with the session', async () => {
    const { client } = await newUser(testApp)
    expect((await client.call(currentUser)).language).toBeNull()
    await client.call(keepLanguage, { body: { language: 'es' } })
    expect((await client.call(currentUser)).language).toBe('es')
  })

  test('must have a catalogue', async () => {
    const { client } = await newUser(testApp)
    const body = { language: 'tlh' } as never
    expect((await client.send(keepLanguage, { body })).status).toBe(400)
  })

  test('is used for notifications about a stake', async () => {
    const people = await Promise.all([newUser(testApp), newUser(testApp)])
    const [spanish] = people
    await spanish.client.call(keepLanguage, { body: { language: 'es' } })
    const phones = await Promise.all(people.map((each) => newDevice(testApp, service, each)))
    for (const each of people) {
      await fund(testApp, each, 'USDT', '1000')
      await each.client.call(openStake, { body: { amount: '1000', duration: 5 } })
    }
    clock.advance(5 * DAY_MS)
    await matureDueStakes(services)
    expect(await phones[0]?.next()).toMatchObject({
      title: 'Plazo de staking terminado',
      body: 'El capital y el interés están disponibles.',
      actions: { open: 'Abrir', read: 'Marcar como leído' },
    })
    const told = await phones[1]?.next()
    expect(told).toMatchObject({ title: 'Staking term over' })
    expect(told).not.toHaveProperty('actions')
  })
})
