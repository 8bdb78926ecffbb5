import { randomUUID } from 'node:crypto'
import { listOwnDeposits, reviewDeposit } from '#shared/contract/deposits.ts'
import { subscribePush } from '#shared/contract/push.ts'
import { operator } from '#shared/operator/company.ts'
import { CONFIRM_LINK } from '#tests/api/support/mailbox.ts'
import { expect, test } from './support/journey.ts'
import { LOGGED_OUT } from './support/log-in.ts'
import { fillDeposit } from './support/screens.ts'
import { speaker } from './support/speaker.ts'

const PASSWORD = 'correct horse battery'

test.describe('the font', () => {
  test.use({ locale: 'vi', ...LOGGED_OUT })

  test('has the letters of the language, and the page loads only the files that it needs', async ({
    page,
  }) => {
    const firstRanges = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .flatMap(({ unicodeRange }) => unicodeRange.split(',').slice(0, 1)),
      )
    await page.goto('/login')
    await expect.poll(firstRanges).toEqual(['U+102-103', 'U+0-FF'])
  })
})

for (const [code, direction] of [
  ['ar', 'rtl'],
  ['vi', 'ltr'],
] as const) {
  const say = speaker(code)

  test.describe(code, () => {
    test.use({ locale: code, ...LOGGED_OUT })

    test('a new user reads screens, mails and notifications in one language', async ({
      page,
      server,
      people,
    }) => {
      const email = `${randomUUID().slice(0, 8)}@example.com`
      await people.offer('USDT')

      await test.step('the first visit is in the language of the browser', async () => {
        await page.goto('/signup')
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        await expect(page.locator('html')).toHaveAttribute('dir', direction)
      })

      await test.step('the sign-up and its mail are in that language', async () => {
        await page.getByLabel(say('Full name')).fill('Demo User')
        await page.getByLabel(say('Phone')).fill('+1 555 0100')
        await page.getByLabel(say('Email')).fill(email)
        await page.getByLabel(say('Password'), { exact: true }).fill(PASSWORD)
        await page.getByRole('button', { name: say('Sign up') }).click()
        await page.waitForURL('**/login')
        const token = await server.mailbox.find(email, CONFIRM_LINK)
        const [mail = ''] = await server.mailbox.to(email)
        const { name: operatorName } = operator
        expect(mail).toContain(
          say('Please confirm this address to finish signing up for {operatorName}.', {
            operatorName,
          }),
        )
        await page.goto(`/login?confirm=${token}`)
        const confirmed = page.getByText(say('Your email is confirmed. You can log in.'))
        await expect(confirmed).toBeVisible()
      })

      await test.step('the account keeps the language', async () => {
        await page.getByLabel(say('Password'), { exact: true }).fill(PASSWORD)
        await page.getByRole('button', { name: say('Log in'), exact: true }).click()
        await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()
        const { user } = await people.logIn({ email, password: PASSWORD })
        expect(user.language).toBe(code)
      })

      await test.step('a deposit is submitted', async () => {
        await page.goto('/?open=deposit')
        await fillDeposit(page, 'USDT', '50', say)
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: say('Submit request') }).click()
        const submitted = page.getByText(say('Deposit request submitted successfully.'))
        await expect(submitted.first()).toBeVisible()
      })

      await test.step('the notification of its result is in the same language', async () => {
        const { api } = await people.logIn({ email, password: PASSWORD })
        const device = server.pushService.subscribe()
        const { endpoint, p256dh, auth } = device
        await api.call(subscribePush, { body: { endpoint, keys: { p256dh, auth } } })
        const [request] = await api.call(listOwnDeposits)
        const approval = { params: { id: request?.id ?? '' }, body: { action: 'approve' } } as const
        await (await people.staff()).api.call(reviewDeposit, approval)
        expect(JSON.parse(await server.pushService.message(device))).toMatchObject({
          title: say('Deposit approved'),
          body: say('Your deposit has been credited.'),
        })
      })

      await test.step('a choice in another tab is followed', async () => {
        const other = await page.context().newPage()
        await other.goto('/robots.txt')
        await other.evaluate(() => localStorage.setItem('language', 'en'))
        await expect(page.locator('html')).toHaveAttribute('lang', 'en')
        await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
      })
    })
  })
}
