import { FEATURES } from '#server/features/index.ts'
import { pushNotifications } from '#server/features/push/delivery.ts'
import { subscribePush } from '#shared/contract/push.ts'
import type { startPushService, TestDevice } from '#tests/push/push-service.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import type { TestApp } from './app.ts'
import type { Person } from './traders.ts'

/** Subscribes a device that gets only notifications of later events. */
export async function newDevice(
  { services }: TestApp,
  pushService: Awaited<ReturnType<typeof startPushService>>,
  { client }: Person,
): Promise<TestDevice> {
  const position = await services.log.head()
  const follower = pushNotifications(FEATURES).name
  if (!(await waitForPosition(services.pool, { follower, position }))) {
    throw new Error('the notifications did not catch up with the log')
  }
  const device = pushService.newDevice()
  const { endpoint, keys } = device
  await client.call(subscribePush, { body: { endpoint, keys, device: 'Test device' } })
  return device
}
