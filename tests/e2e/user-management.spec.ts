import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { buyButton, fillLimitOrder, orderTable, unsentOrder } from './support/screens.ts'
import { followLink, walkTo } from './support/walk.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

test('staff find a user, manage them, and delete them once nothing prevents it', async ({
  people,
  open,
  console,
}) => {
  // Expected refusals: a disabled user's order, a deletion and requests of a deleted user.
  console.expects(/the server responded with a status of (401|403|404|409)/, NO_NETWORK)
  const person = await people.customer({ USDT: '50' })
  const order = { symbol: 'BTC/USDT', side: 'buy', amount: '0.0001', price: '20000' } as const
  const { id } = await person.api.call(placeTrade, { body: order })
  await person.api.call(cancelTrade, { params: { id } })
  const page = await (await open(person)).newPage()
  const desk = await (await open(await people.staff())).newPage()
  const card = desk.getByRole('listitem', { name: 'Demo User' })
  const manage = desk.getByRole('dialog', { name: 'Manage Demo User' })
  const prompt = desk.getByRole('dialog').last()

  await test.step('a colleague’s card does not offer what the server refuses', async () => {
    await desk.goto(`/admin/users?search=${(await people.staff()).email}`)
    await expect(desk.getByText('1 found')).toBeVisible()
    await expect(desk.getByRole('button', { name: /^Manage User/ })).toBeVisible()
    await expect(desk.getByRole('button', { name: /^(Change Password|Send reset)/ })).toBeHidden()
  })

  await test.step('a link to another search changes the field and the list', async () => {
    const field = desk.getByRole('searchbox', { name: 'Search users' })
    await followLink(desk, `/admin/users?search=${person.email}`)
    await expect(field).toHaveValue(person.email)
    await expect(card.getByText(person.email)).toBeVisible()
    await expect(desk).toHaveURL(/search=/)
    await desk.goBack()
    await expect(field).not.toHaveValue(person.email)
    await expect(card.getByText(person.email)).toBeHidden()
  })

  await test.step('a search finds the user by part of the email and is kept in the URL', async () => {
    await walkTo(desk, '/admin/users')
    await expect(desk.getByRole('heading', { name: /^All Users \(\d+\)$/ })).toBeVisible()
    await desk.getByRole('searchbox', { name: 'Search users' }).fill(person.email.slice(0, 8))
    await expect(desk.getByText('1 found')).toBeVisible()
    await expect(desk).toHaveURL(/search=/)
    await expect(card.getByText('Pending', { exact: true })).toBeVisible()
    await expect(card.getByRole('row', { name: /USDT/ })).toContainText('50.00')
    await desk.getByRole('button', { name: 'Show Auth Details' }).click()
    await expect(card.getByText('Stored as a hash', { exact: true })).toBeVisible()
    await expect(card.getByText('Not Submitted')).toBeVisible()
    await desk.getByRole('button', { name: 'Hide Auth Details' }).click()
  })

  await test.step('the tabs stay in place, regardless of how much they show', async () => {
    await card.getByRole('button', { name: /^Manage User/ }).click()
    const tabs = manage.getByRole('tab')
    for (const size of [PHONE, DESKTOP]) {
      await desk.setViewportSize(size)
      const tops = new Set<number | undefined>()
      for (const name of ['Account', 'Portfolio', 'Cases']) {
        await tabs.filter({ hasText: name }).click()
        await expect(manage.getByRole('tabpanel', { name })).toBeVisible()
        tops.add((await tabs.first().boundingBox())?.y)
      }
      expect([...tops]).toHaveLength(1)
    }
    await desk.keyboard.press('Escape')
  })

  await test.step('a credit score must be a whole number in range', async () => {
    await card.getByRole('button', { name: /^Manage User/ }).click()
    const score = manage.getByRole('textbox', { name: 'Credit score' })
    await score.fill('900')
    await manage.getByRole('button', { name: 'Save score' }).click()
    await expect(manage.getByText('Credit score must be between 0 and 850')).toBeVisible()
    await score.fill('700')
    await expect(manage.getByText('Excellent')).toBeVisible()
    await manage.getByRole('button', { name: 'Save score' }).click()
    await expect(desk.getByText('The credit score is now 700.')).toBeVisible()
  })

  await test.step('a disabled user cannot submit until enabled', async () => {
    await manage.getByRole('button', { name: 'Disable user' }).click()
    await prompt.getByRole('button', { name: 'Disable user' }).click()
    await expect(manage.getByText('Disabled', { exact: true }).first()).toBeVisible()
    await page.goto('/?open=deposit')
    const deposit = page.getByRole('dialog', { name: 'Deposit' })
    await expect(deposit.getByText('Your account is disabled.')).toBeVisible()
    await expect(deposit.getByRole('button', { name: /^USDT/ })).toBeHidden()
    const banner = page.getByRole('status').filter({ hasText: 'Your account is disabled.' })
    for (const path of ['/', '/profile', '/support', '/loan', '/exchange']) {
      await walkTo(page, path)
      await expect(banner.getByRole('link', { name: 'Contact support' }), path).toBeVisible()
    }
    await fillLimitOrder(page, '20000', '0.0001')
    await buyButton(page).click()
    // The notice above the form has the same message; only the refused order has this title.
    await expect(page.getByText('Account Disabled', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Your account is disabled. Please contact support.').first(),
    ).toBeVisible()
    await manage.getByRole('button', { name: 'Enable user' }).click()
    await prompt.getByRole('button', { name: 'Enable user' }).click()
    await expect(manage.getByText('Active', { exact: true })).toBeVisible()
    await expect(banner).toBeHidden()
  })

  await test.step('a hidden order leaves its owner’s list and appears among archived ones', async () => {
    await page.getByRole('tab', { name: 'Order History' }).click()
    const cancelled = orderTable(page, 'Order History').getByRole('row', { name: /Cancelled/ })
    await expect(cancelled).toContainText('Released 2.00000000 USDT')
    await expect(cancelled).not.toContainText('Frozen')
    await manage.getByRole('tab', { name: 'History' }).click()
    await manage.getByRole('checkbox', { name: /^Buy BTC\/USDT/ }).check()
    await manage.getByRole('button', { name: 'Hide selected (1)' }).click()
    await prompt.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(desk.getByText('The orders are hidden from the user.')).toBeVisible()
    await expect(manage.getByText('Hidden', { exact: true })).toBeVisible()
    await expect(cancelled).toBeHidden()
    await page.getByRole('checkbox', { name: 'Show archived' }).check()
    await expect(cancelled.getByText('Archived')).toBeVisible()
  })

  await test.step('an adjustment needs a reason, which the user sees', async () => {
    await manage.getByRole('tab', { name: 'Portfolio' }).click()
    const available = manage.getByRole('textbox', { name: 'USDT available' })
    await available.fill('999999')
    await manage.getByRole('button', { name: 'Save portfolio' }).click()
    await expect(prompt.getByText('A second person must approve it as well.')).toBeVisible()
    await expect(prompt.getByText(/^\+999,\d{3}\.\d{8} → 999,999\.0{8}$/)).toBeVisible()
    await prompt.getByRole('button', { name: 'Cancel' }).click()
    await available.fill('20')
    await manage.getByRole('button', { name: 'Save portfolio' }).click()
    await expect(prompt.getByText('change immediately.')).toBeVisible()
    await prompt.getByRole('button', { name: 'Save portfolio' }).click()
    await expect(prompt.getByText('Please give a reason. The user can read it.')).toBeVisible()
    const balances = { USDT: { available: '60', was: '50' } }
    const body = { userId: person.user.id, reason: 'Bonus', balances }
    await (await people.staff()).api.call(updatePortfolio, { body })
    await expect(desk.getByText('Now 60.00000000 USDT')).toBeVisible()
    await expect(prompt.getByText(/^−30\.0{8} → 20\.0{8}$/)).toBeVisible()
    await prompt.getByRole('textbox', { name: 'Reason' }).fill('Counted twice')
    await prompt.getByRole('button', { name: 'Save portfolio' }).click()
    await expect(prompt.getByText('The available balance is now 60 USDT.')).toBeVisible()
    await prompt.getByRole('button', { name: 'Cancel' }).click()
    await manage.getByRole('button', { name: 'Save portfolio' }).click()
    await prompt.getByRole('textbox', { name: 'Reason' }).fill('Counted twice')
    await prompt.getByRole('button', { name: 'Save portfolio' }).click()
    await expect(desk.getByText('The balances have been adjusted.')).toBeVisible()
    await walkTo(page, '/activity?kind=adjustment')
    await page
      .getByRole('button', { name: /^Adjustment/ })
      .first()
      .click()
    await expect(
      page.getByText('Our staff adjusted your balance (−40 USDT): Counted twice.'),
    ).toBeVisible()
  })

  await test.step('staff set a password, which signs the user out', async () => {
    await desk.keyboard.press('Escape')
    await card.getByRole('button', { name: /^Change Password/ }).click()
    const dialog = desk.getByRole('dialog', { name: 'Change Password' })
    await expect(dialog.getByText('For 30 days, you cannot approve withdrawals')).toBeVisible()
    const [next, again] = ['New password', 'Repeat the new password'].map((label) =>
      dialog.getByLabel(label, { exact: true }),
    )
    await expect(dialog.getByText('They cannot withdraw for 24 hours.')).toBeVisible()
    await next?.fill('short')
    await again?.fill('longer')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(dialog.getByText('New password must be at least 6 characters long')).toBeVisible()
    await expect(dialog.getByText('New passwords do not match')).toBeVisible()
    await next?.fill('another password')
    await again?.fill('another password')
    await walkTo(page, '/exchange')
    await page.context().setOffline(true)
    await fillLimitOrder(page, '20000', '0.0001')
    await buyButton(page).click()
    await expect(unsentOrder(page)).toContainText('Waiting for connection')
    await dialog.getByRole('button', { name: 'Change Password' }).click()
    await expect(
      dialog.getByText('Password updated successfully! You can now login with your new password.'),
    ).toBeVisible()
    await page.context().setOffline(false)
    await page.reload()
    await expect(page).toHaveURL(/\/login/)
    await expect(dialog).toBeHidden()
    await card.getByRole('button', { name: /^Send reset link/ }).click()
    await prompt.getByRole('button', { name: 'Send reset link' }).click()
    await expect(desk.getByText('We have sent the user an email with a link.')).toBeVisible()
  })

  await test.step('the user must replace it before anything else', async () => {
    const form = page.getByRole('heading', { name: 'Choose your own password' })
    const logIn = async () => {
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill('another password')
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(form).toBeVisible()
    }
    await logIn()
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('dialog', { name: 'Some submissions have not been sent' })
    await expect(question).toContainText('Save a new password to send it, or it is lost.')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toBeHidden()
    await page.getByRole('button', { name: 'Log out' }).click()
    await question.getByRole('button', { name: 'Discard and log out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await logIn()
    const { email, token } = await people.newcomer()
    await page.goto(`/login?confirm=${token}`)
    await expect(page.getByText(`The email address ${email} is confirmed.`)).toBeVisible()
    await page.getByRole('button', { name: 'Continue as Demo User' }).click()
    await expect(form).toBeVisible()
    await page.goto('/profile')
    await expect(page.getByText('Nothing can be withdrawn for 24 hours after that.')).toBeVisible()
    await page.getByLabel('Password that our staff set').fill('another password')
    await page.getByLabel('New password', { exact: true }).fill('only the owner knows')
    await page.getByLabel('Repeat the new password').fill('only the owner knows')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeHidden()
  })

  await test.step('the person who set the password must leave the deletion to a colleague', async () => {
    await card.getByRole('button', { name: /^Manage User/ }).click()
    await manage.getByRole('button', { name: 'Delete user' }).click()
    await prompt.getByRole('button', { name: 'Delete user' }).click()
    await expect(prompt.getByText(/Another member of staff must delete the account/)).toBeVisible()
  })

  await test.step('deletion is blocked by the user’s balance and succeeds after a reset', async () => {
    const second = await (await open(await people.colleague())).newPage()
    await second.goto(`/admin/users?search=${person.email}`)
    const asked = second.getByRole('dialog').last()
    const managed = second.getByRole('dialog', { name: 'Manage Demo User' })
    await second.getByRole('button', { name: /^Manage User/ }).click()
    await managed.getByRole('button', { name: 'Delete user' }).click()
    await asked.getByRole('button', { name: 'Delete user' }).click()
    await expect(asked.getByText('Failed to delete user. What stops it:')).toBeVisible()
    await expect(asked.getByText('20 USDT')).toBeVisible()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await managed.getByRole('tab', { name: 'Portfolio' }).click()
    await managed.getByRole('button', { name: 'Reset to zero' }).click()
    await asked.getByRole('textbox', { name: 'Reason' }).fill('Leaves')
    await asked.getByRole('button', { name: 'Reset to zero' }).click()
    await expect(managed.getByRole('button', { name: 'Reset to zero' })).toBeDisabled()
    await managed.getByRole('tab', { name: 'Account' }).click()
    await managed.getByRole('button', { name: 'Delete user' }).click()
    await asked.getByRole('button', { name: 'Delete user' }).click()
    await expect(second.getByText('The user has been deleted.')).toBeVisible()
    await expect(second.getByText('No users found')).toBeVisible()
  })
})
