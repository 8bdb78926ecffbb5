import { expect, it } from 'vitest'
import { recoverPassword } from '#shared/contract/auth.ts'
import { newAccount } from '#tests/api/support/accounts.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { Mailbox, RESET_LINK } from '#tests/api/support/mailbox.ts'

const testApp = await openTestApp()
const { app, visitor, services } = testApp

it('shows mails written to files, with working links', async () => {
  const { email } = await newAccount(testApp)
  await visitor.call(recoverPassword, { body: { email } })
  const token = await new Mailbox(services.config.dataDir).find(email, RESET_LINK)
  const page = await app.inject('/dev/mail')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(`To: ${email}`)
  expect(page.body).toContain(`<a href="${services.config.publicUrl}/login?reset=${token}">`)
})
