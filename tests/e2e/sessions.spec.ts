import { logIn, refreshSession } from '#shared/contract/auth.ts'
import { NONCE_ASKED, TOKEN_OUTLIVED } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { logInWithForm } from './support/log-in.ts'

test('a copied cookie gives no access, and ends the session of the browser', async ({
  people,
  server,
  context,
  page,
  console,
}) => {
  console.expects(TOKEN_OUTLIVED, NONCE_ASKED)
  const person = await people.customer()

  await test.step('logging in binds the session, and a reload and a second tab keep it', async () => {
    const sent = page.waitForRequest((request) => request.url().endsWith(logIn.path))
    await logInWithForm(page, person)
    expect((await sent).headers().dpop).toBeTruthy()
    const refreshed = page.waitForResponse((each) => each.url().endsWith(refreshSession.path))
    await page.reload()
    expect((await refreshed).status()).toBe(200)
    const second = await context.newPage()
    await second.goto('/profile')
    await expect(second.getByText('This device', { exact: true })).toBeVisible()
    await second.close()
  })

  await test.step('a thief with a copy of the cookie is refused', async () => {
    const cookies = await context.cookies(`${server.url}/api/auth`)
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const stolen = await fetch(`${server.origin}${refreshSession.path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(stolen.status).toBe(401)
  })

  await test.step('the browser is signed out, and its user can log in again', async () => {
    await page.reload()
    await expect(page).toHaveURL(/\/login$/)
    await server.mailbox.find(person.email, /(used from a device that it does not belong to)/)
  })
})
