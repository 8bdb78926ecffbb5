import { afterAll } from 'vitest'
import { startPushService } from '#tests/push/push-service.ts'
import { offerUsdtAddress } from './addresses.ts'
import { openTestApp } from './app.ts'
import { newDevice } from './devices.ts'
import { newUser, type Person } from './traders.ts'

/** A server that pushes to the test's push service, and offers an address for USDT. */
export async function openPushWorld() {
  const service = await startPushService()
  afterAll(service.stop)
  const testApp = await openTestApp({ pushEndpoints: service.policy })
  await offerUsdtAddress(testApp)
  const deviceOf = (person: Person) => newDevice(testApp, service, person)
  const newOwner = async () => {
    const person = await newUser(testApp)
    return { person, phone: await deviceOf(person) }
  }
  return { testApp, service, deviceOf, newOwner }
}
