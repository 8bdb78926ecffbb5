import { confirmEmail, logIn, recoverPassword } from '#shared/contract/auth.ts'
import { reviewWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { RESET_LINK } from '#tests/api/support/mailbox.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { Api } from './support/api.ts'
import { TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { WALLET } from './support/people.ts'

test('the profile picture can be set and removed, and the agreements can be read', async ({
  server,
  people,
  open,
  console,
}) => {
  // A response sent before the picture was removed still links to it.
  console.expects(/404 \(Not Found\) \(\S+\/api\/files\//)
  // The password reset has ended the session.
  console.expects(TOKEN_OUTLIVED)
  const person = await people.customer()
  const page = await (await open(person)).newPage()
  await page.goto('/profile')
  await expect(page.getByText('60 / 850')).toBeVisible()
  await expect(page.getByText('Very Poor')).toBeVisible()

  await test.step('a picture is cropped square and shown in the header', async () => {
    await page.getByRole('button', { name: 'Change the profile picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Profile picture' })
    await dialog.getByRole('button', { name: 'Save profile picture' }).click()
    await expect(dialog.getByText('Please select a file first')).toBeVisible()
    const { name, content } = await photo(640, 480)
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(content) })
    await dialog.getByRole('button', { name: 'Save profile picture' }).click()
    await expect(page.getByText('Your profile picture has been saved.')).toBeVisible()
    await expect(
      page.getByRole('banner').getByRole('link', { name: 'My Account' }).locator('img'),
    ).toBeVisible()
  })

  await test.step('the picture disappears when it is removed', async () => {
    await page.getByRole('button', { name: 'Change the profile picture' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('banner').locator('img[src*="/api/files/"]')).toHaveCount(0)
  })

  await test.step('a warning about the hold on withdrawals comes before the password is changed', async () => {
    await page.getByRole('button', { name: 'Update the password' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update the password' })
    await expect(dialog.getByText('nothing can be withdrawn for 24 hours')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the colours of rising and falling prices can be chosen', async () => {
    await page.getByRole('radio', { name: 'Blue up, orange down' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-market', 'blue-orange')
  })

  await test.step('each agreement has a tab with expandable sections', async () => {
    await page.getByRole('button', { name: 'Legal Agreements' }).click()
    const dialog = page.getByRole('dialog', { name: 'Legal Agreements' })
    await dialog.getByRole('tab', { name: 'Loan Agreement' }).click()
    await dialog.getByText('2. Interest').click()
    await expect(dialog.getByText(/fixed at 5\.75%/)).toBeVisible()
  })

  await test.step('the menu opens the loan page and the chat, and says what comes later', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByText('coming soon', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Apply for a loan' }).click()
    await expect(page.getByRole('heading', { name: 'Loan Application' })).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Customer support' }).click()
    await expect(page.getByText('How can we help?')).toBeVisible()
    await page.goBack()
  })

  await test.step('the about page names the operator and links to trading', async () => {
    await page.getByRole('button', { name: 'Download APP' }).click()
    await expect(page.getByText(/in your browser’s menu/)).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'About Keel' }).click()
    await expect(page.getByText('New York').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Index assets' })).toBeVisible()
    await page.getByRole('button', { name: 'GET STARTED NOW' }).click()
    await page.waitForURL('**/futures')
  })

  const visitor = new Api(server.origin)

  await test.step('a confirmation link of another user works while this user is signed in', async () => {
    const { email, token } = await people.newcomer()
    await page.goto(`/login?confirm=${token}`)
    await expect(page.getByText(`The email address ${email} is confirmed.`)).toBeVisible()
    // The device keeps the chosen colours.
    await expect(page.locator('html')).toHaveAttribute('data-market', 'blue-orange')
    await expect(page.getByText(person.user.display_id)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch account' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue as Demo User' }).click()
    await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()
  })

  await test.step('a reset link opens its form while the user is signed in, and ends the session', async () => {
    await visitor.call(recoverPassword, { body: { email: person.email } })
    await page.goto(`/login?reset=${await server.mailbox.find(person.email, RESET_LINK)}`)
    await expect(page.getByText('nothing can be withdrawn for 24 hours')).toBeVisible()
    await expect(page.getByText('You are signed in as')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch account' })).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('only the owner knows')
    await page.getByLabel('Repeat the new password').fill('only the owner knows')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('Password updated successfully!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
  })
})

test('a link from a mail stays open while the user switches to another account', async ({
  server,
  people,
  open,
}) => {
  const { email, password, token } = await people.newcomer()
  const person = await people.customer()
  const page = await (await open(person)).newPage()
  const switchAccount = page.getByRole('button', { name: 'Switch account' })

  await test.step('after a confirmation link, the log-in form knows the address', async () => {
    await page.goto(`/login?confirm=${token}`)
    await expect(page.getByText(`The email address ${email} is confirmed.`)).toBeVisible()
    await switchAccount.click()
    await expect(page.getByText('Your email is confirmed. You can log in.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()
  })

  await test.step('the link of the signed-in user does not offer another account', async () => {
    const user_id = (await new Api(server.origin).call(logIn, logInAs({ email, password }))).user.id
    await page.route(`**${confirmEmail.path}`, (route) =>
      route.fulfill({ json: { message: 'Your email is confirmed.', user_id, email } }),
    )
    await page.goto('/login?confirm=of-the-user-who-is-signed-in')
    await expect(page.getByText('Your email is confirmed.', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue as Demo User' })).toBeVisible()
    await expect(switchAccount).toHaveCount(0)
  })

  await test.step('after a reset link, the form for the new password is still open', async () => {
    await new Api(server.origin).call(recoverPassword, { body: { email: person.email } })
    await page.goto(`/login?reset=${await server.mailbox.find(person.email, RESET_LINK)}`)
    await switchAccount.click()
    await expect(switchAccount).toHaveCount(0)
    await expect(page).toHaveURL(/\/login$/)
    await page.getByLabel('New password', { exact: true }).fill('only the owner knows')
    await page.getByLabel('Repeat the new password').fill('only the owner knows')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(page.getByText('Password updated successfully!')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('')
  })
})

test('an account can be deleted once nothing prevents it', async ({
  server,
  people,
  open,
  console,
}) => {
  console.expects(/the server responded with a status of 409/)
  console.expects(TOKEN_OUTLIVED)
  const person = await people.customer({ USDT: '50' })
  const page = await (await open(person)).newPage()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Account' })
  let requestId = ''
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })

  await test.step('the confirmation word must be typed exactly', async () => {
    await dialog.getByLabel('Type DELETE to confirm').fill('delete')
    await confirm.click()
    await expect(
      dialog.getByText('Please type "DELETE" to confirm account deletion.'),
    ).toBeVisible()
  })

  await test.step('funds prevent the deletion', async () => {
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await confirm.click()
    await expect(dialog.getByText('50 USDT')).toBeVisible()
  })

  await test.step('a pending request prevents the deletion', async () => {
    const { request } = await person.api.call(submitWithdrawal, {
      body: { symbol: 'USDT', amount: '50', walletAddress: WALLET.address },
    })
    requestId = request.id
    await confirm.click()
    await expect(dialog.getByText('1 pending withdrawal')).toBeVisible()
  })

  await test.step('an empty account is deleted and can no longer log in', async () => {
    const staff = await people.staff()
    await staff.api.call(reviewWithdrawal, {
      params: { id: requestId },
      body: { action: 'approve' },
    })
    await confirm.click()
    await expect(page).toHaveURL(/\/login$/)
    const response = new Api(server.origin).call(logIn, logInAs(person))
    await expect(response).rejects.toThrow()
  })
})

function logInAs({ email, password }: { readonly email: string; readonly password: string }) {
  return { body: { email, password, refresh_in_body: true } } as const
}
