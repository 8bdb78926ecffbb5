import type { BrowserContext, Page, Worker } from '@playwright/test'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { listPushDevices } from '#shared/contract/push.ts'
import { approveOrder, placeTrade } from '#shared/contract/spot-orders.ts'
import { countNewTransactions } from '#shared/contract/transactions.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { reachedLimit } from './support/market.ts'
import type { Person } from './support/people.ts'
import type { Device } from './support/push-service.ts'
import {
  fillLimitOrder,
  INSTALLABLE,
  orderTable,
  untilInstalled,
  WHOLE_BROWSER,
} from './support/screens.ts'

const ORDER = { symbol: 'BTC/USDT', side: 'buy', amount: '0.0003' } as const

test.use({ ...INSTALLABLE, ...WHOLE_BROWSER })

test('staff are notified of requests and users of results, and a click opens the page', async ({
  people,
  open,
  server,
}) => {
  const { pushService } = server
  const staff = await people.staff()
  const person = await people.customer({ USDT: '100' })
  const desk = await subscribed(await open(staff), pushService.subscribe())
  const phone = await subscribed(await open(person), pushService.subscribe())

  const { request } = await person.api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '20' },
    files: { screenshot: await photo() },
  })
  const price = await reachedLimit(person.api)
  const order = await person.api.call(placeTrade, { body: { ...ORDER, price } })
  const told = [await pushService.message(desk.device), await pushService.message(desk.device, 2)]
  expect(told.map(titleOf).sort()).toEqual(['New deposit request', 'New spot order'])
  expectNothingPersonal(told, person)
  const deposit = told.find((text) => titleOf(text) === 'New deposit request') ?? ''
  await clickNotification(desk.page, deposit)
  await expect(desk.page).toHaveURL(/\/admin\/reviews\?case=deposit-/)
  await expect(desk.page.getByRole('region', { name: 'Case' })).toContainText('20.00000000 USDT')

  const action = { params: { id: request.id }, body: { action: 'approve' } } as const
  await staff.api.call(reviewDeposit, action)
  await staff.api.call(approveOrder, { params: { id: order.id } })
  const results = [
    await pushService.message(phone.device),
    await pushService.message(phone.device, 2),
  ]
  expect(results.map(titleOf).sort()).toEqual(['Deposit approved', 'Order executed'])
  expectNothingPersonal(results, person)
  expect(pushService.received(desk.device), 'staff are not notified of results').toHaveLength(2)
  const executed = results.find((text) => titleOf(text) === 'Order executed') ?? ''
  await clickNotification(phone.page, executed)
  await expect(phone.page).toHaveURL(/\/exchange\?tab=history/)
  await expect(orderTable(phone.page, 'Order History')).toContainText('Executed')

  const credited = results.find((text) => titleOf(text) === 'Deposit approved') ?? ''
  const params = { userId: person.user.id }
  const unread = async () => (await person.api.call(countNewTransactions, { params })).count
  const before = await unread()
  await clickNotification(phone.page, credited, 'read')
  await expect.poll(unread).toBe(before - 1)

  await fillLimitOrder(phone.page, '10000', '0.01')
  const later = { title: 'A later result', tag: 'later', url: '/?open=transaction-history' }
  await clickNotification(phone.page, JSON.stringify(later))
  await expect(phone.page.getByText('Opening it would clear what you have entered.')).toBeVisible()
  await expect(phone.page.getByRole('textbox', { name: 'Amount' })).toHaveValue('0.01')
  const link = phone.page.getByRole('link', { name: 'Notification not opened yet' })
  await link.click()
  const history = phone.page.getByRole('dialog', { name: 'Transaction History' })
  await expect(history).toBeVisible()
  await expect(link).toBeHidden()

  await phone.page.goto('/?open=verification')
  const verification = phone.page.getByRole('dialog', { name: 'Verification' })
  await verification.getByRole('textbox', { name: 'Address' }).fill('1 High Street')
  await verification.getByRole('button', { name: 'Close' }).click()
  await expect(verification).toBeHidden()
  await clickNotification(phone.page, JSON.stringify({ ...later, title: 'The latest result' }))
  await expect(history, 'a form in a closed dialog does not prevent it').toBeVisible()
})

test('notifications are turned off per device, and a dropped subscription is deleted', async ({
  people,
  open,
  server,
}) => {
  const { pushService } = server
  const staff = await people.staff()
  const person = await people.customer({ USDT: '100' })
  const first = await subscribed(await open(person), pushService.subscribe())
  const second = await subscribed(await open(person), pushService.subscribe())
  await first.page.getByRole('switch', { name: 'Notify this device' }).click()
  await expect(first.page.getByRole('switch', { name: 'Notify this device' })).not.toBeChecked()
  await expect.poll(() => endpointsOf(person)).toEqual([second.device.endpoint])

  await approveOneOrder(person, staff)
  expect(titleOf(await pushService.message(second.device))).toBe('Order executed')
  expect(pushService.received(first.device)).toHaveLength(0)

  pushService.drop(second.device)
  await approveOneOrder(person, staff)
  await expect.poll(() => endpointsOf(person)).toEqual([])
})

test('every push shows a notification with a tag, even while its conversation is open', async ({
  people,
  open,
  console,
}) => {
  // Requests in flight when the user logs out.
  console.expects(TOKEN_OUTLIVED, /WebSocket connection to/)
  const context = await open(await people.customer())
  await context.grantPermissions(['notifications'])
  const page = await context.newPage()
  await page.goto('/support')
  await untilInstalled(page)
  await expect(page.getByText('How can we help?')).toBeVisible()
  const push = { title: 'Support has answered', tag: 'answer', url: '/support', badge: 3 }
  await deliver(page, JSON.stringify(push))
  await deliver(page, 'a payload that says nothing')
  await expect
    .poll(() => shownOn(page))
    .toEqual([
      { title: 'Support has answered', tag: 'answer' },
      { title: 'News', tag: 'news' },
    ])
  // The second push carries no number for the icon.
  await expect.poll(() => badgesOn(page)).toEqual([3])
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => page.evaluate(notificationsLeft)).toBe(0)
})

/** Runs in the page. */
async function notificationsLeft(): Promise<number> {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).length
}

/** Opens a page and switches notifications on for its device. */
async function subscribed(
  context: BrowserContext,
  device: Device,
): Promise<{ page: Page; device: Device }> {
  await context.grantPermissions(['notifications'])
  const { endpoint, p256dh, auth } = device
  await context.addInitScript(standInForPushService, { endpoint, p256dh, auth })
  const page = await context.newPage()
  await page.goto('/profile')
  await untilInstalled(page)
  const notify = page.getByRole('switch', { name: 'Notify this device' })
  await notify.click()
  await expect(notify).toBeChecked()
  return { page, device }
}

/**
 * Runs in the page. Replaces the subscription from the browser vendor's push service, which tests
 * cannot reach. The app's handling of it is real.
 */
function standInForPushService(keys: { endpoint: string; p256dh: string; auth: string }): void {
  const subscription = (key: BufferSource | string | null | undefined) => ({
    endpoint: keys.endpoint,
    options: { applicationServerKey: key, userVisibleOnly: true },
    toJSON: () => ({ endpoint: keys.endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
    unsubscribe: async () => {
      held = null
      return true
    },
  })
  let held: ReturnType<typeof subscription> | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: async () => held,
    subscribe: async (options?: PushSubscriptionOptionsInit) => {
      held = subscription(options?.applicationServerKey)
      return held
    },
  })
}

/** Delivers a push to the service worker and clicks the notification. */
async function clickNotification(page: Page, payload: string, action = ''): Promise<void> {
  await deliver(page, payload)
  await expect.poll(() => titlesOn(page)).toContain(titleOf(payload))
  await workerOf(page).evaluate(clickNotificationOf, { title: titleOf(payload), action })
}

async function deliver(page: Page, payload: string): Promise<void> {
  await workerOf(page).evaluate(noteWhatIsShown)
  const cdp = await page.context().newCDPSession(page)
  const registrations: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const origin = new URL(page.url()).origin
  const registrationId = registrations[0] ?? ''
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: payload })
  await cdp.detach()
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('there is no service worker')
  return worker
}

/**
 * The notifications shown. This does not ask the browser, because a browser that is asked
 * while it shows a notification drops it.
 */
function shownOn(page: Page): Promise<Shown[]> {
  return workerOf(page).evaluate(() => (globalThis as unknown as Watched).shown ?? [])
}

/** The numbers that pushes have put on the app's icon. */
function badgesOn(page: Page): Promise<number[]> {
  return workerOf(page).evaluate(() => (globalThis as unknown as Watched).badges ?? [])
}

async function titlesOn(page: Page): Promise<string[]> {
  return (await shownOn(page)).map(({ title }) => title)
}

interface Shown {
  readonly title: string
  readonly tag: string | undefined
}

interface Watched {
  readonly registration: ServiceWorkerRegistration
  shown?: Shown[]
  badges?: number[]
}

/** Runs in the worker. */
function noteWhatIsShown(): void {
  const scope = globalThis as unknown as Watched
  if (scope.shown) return
  const { registration } = scope
  const shown: Shown[] = []
  const show = registration.showNotification.bind(registration)
  registration.showNotification = async (title, options) => {
    await show(title, options)
    shown.push({ title, tag: options?.tag })
  }
  const badges: number[] = []
  navigator.setAppBadge = async (count = 0) => void badges.push(count)
  Object.assign(scope, { shown, badges })
}

/** Runs in the worker. A scripted click may not focus a window, so focus is replaced. */
async function clickNotificationOf(press: { title: string; action: string }): Promise<void> {
  const scope = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    WindowClient: { prototype: { focus: () => Promise<void> } }
    NotificationEvent: new (type: string, init: object) => Event
    ExtendableEvent: { prototype: { waitUntil: (work: Promise<unknown>) => void } }
  }
  scope.WindowClient.prototype.focus = async () => undefined
  scope.ExtendableEvent.prototype.waitUntil = () => undefined
  const shown = await scope.registration.getNotifications()
  const notification = shown.find(({ title }) => title === press.title)
  const { action } = press
  dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action }))
}

async function approveOneOrder(person: Person, staff: Person): Promise<void> {
  const price = await reachedLimit(person.api)
  const order = await person.api.call(placeTrade, { body: { ...ORDER, price } })
  await staff.api.call(approveOrder, { params: { id: order.id } })
}

async function endpointsOf(person: Person): Promise<string[]> {
  return (await person.api.call(listPushDevices)).map(({ endpoint }) => endpoint)
}

function titleOf(payload: string): string {
  return (JSON.parse(payload) as { title: string }).title
}

/** Others can read a lock screen. */
function expectNothingPersonal(payloads: readonly string[], person: Person): void {
  for (const payload of payloads) {
    for (const secret of [person.email, 'Demo User', person.user.display_id, '0.001', '20 ']) {
      expect(payload).not.toContain(secret)
    }
    expect(payload.length).toBeLessThan(400)
  }
}
