import type { Page } from '@playwright/test'
import { SHARE_FIELD, SHARE_PATH } from '#shared/rules/shared-screenshot.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { INSTALLABLE, screenshotFile, untilInstalled } from './support/screens.ts'

test.use(INSTALLABLE)

const POLL_MS = 10_000

test.beforeEach(({ console }) => console.expects(NO_NETWORK))

test('a screenshot that another app shares is attached to a deposit, offline too', async ({
  people,
  open,
  server,
}) => {
  await people.offer('USDT')
  const page = await (await open(await people.customer())).newPage()
  await page.goto('/')
  await untilInstalled(page)
  await server.network.cut()
  const dialog = page.getByRole('dialog', { name: 'Deposit' })
  await share(page, Buffer.from('<script>'))
  await expect(dialog.getByText('What you shared is not an image we can read.')).toBeVisible()
  await share(page, (await screenshotFile()).buffer)
  await expect(dialog.getByText('Your screenshot is attached.')).toBeVisible()
  await expect(page).toHaveURL(/\/\?open=deposit$/)
  await dialog.getByRole('button', { name: /^USDT/ }).click()
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await expect(page.getByRole('dialog').getByText('screenshot.jpeg')).toBeVisible()
})

test('a deposit address is checked each time it opens and for as long as it is shown', async ({
  people,
  open,
}) => {
  const context = await open(await people.customer({ USDT: '50' }))
  await context.clock.install()
  const page = await context.newPage()
  let network: 'works' | 'tells another address' | 'is cut' = 'works'
  await page.routeWebSocket(/\/ws/, (socket) => void socket.close())
  await page.route('**/api/deposit-addresses', async (route) => {
    if (network === 'is cut') return route.abort()
    const response = await route.fetch()
    const text = await response.text()
    const another = text.replaceAll(/"address":"[^"]+"/g, '"address":"another"')
    await route.fulfill({ response, body: network === 'works' ? text : another })
  })
  await page.goto('/?open=deposit')
  const dialog = page.getByRole('dialog')
  const address = dialog.locator('code')
  const warning = dialog.getByText('we cannot check this address')
  await dialog.getByRole('button', { name: /^USDT/ }).click()
  await expect(address).toHaveText(/^T/)
  await expect(warning).toBeHidden()
  await dialog.getByRole('button', { name: 'Back' }).click()
  network = 'tells another address'
  await dialog.getByRole('button', { name: /^USDT/ }).click()
  await expect(address).toHaveText('another')
  network = 'is cut'
  await context.clock.fastForward(POLL_MS)
  await expect(warning).toBeVisible()
  network = 'works'
  await context.clock.fastForward(POLL_MS)
  await expect(warning).toBeHidden()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Does what the operating system does when the user shares a file with the installed app. */
async function share(page: Page, content: Buffer): Promise<void> {
  await page.evaluate(
    ({ bytes, path, field }) => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(bytes)], 'shared.png', { type: 'image/png' }))
      const form = Object.assign(document.createElement('form'), {
        action: path,
        method: 'post',
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field })
      input.files = files.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { bytes: [...content], path: SHARE_PATH, field: SHARE_FIELD },
  )
}
