import type { Locator, Page } from '@playwright/test'
import { sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import { NO_NETWORK } from './support/console-watch.ts'
import { expect, test } from './support/journey.ts'
import { tabTo } from './support/keyboard.ts'
import type { Person } from './support/people.ts'
import {
  DESKTOP,
  endsAbove,
  INSTALLABLE,
  PHONE,
  screenshotFile,
  untilInstalled,
} from './support/screens.ts'
import { expectUserLink } from './support/user-link.ts'

const TABS_MAX = 40

const SCRIPT = '<img src=x onerror="document.title=\'taken over\'"><script>alert(1)</script>'

test('a conversation continues after both sides were offline', { tag: '@phone' }, async ({
  server,
  people,
  open,
  console,
}) => {
  console.expects(NO_NETWORK)
  const person = await people.customer()
  const page = await (await open(person, INSTALLABLE)).newPage()
  const computer = { ...INSTALLABLE, viewport: DESKTOP, isMobile: false, hasTouch: false }
  const desk = await (await open(await people.staff(), computer)).newPage()
  const log = page.getByRole('log', { name: 'Messages' })
  const deskLog = desk.getByRole('log', { name: 'Messages' })
  const row = desk.getByRole('link', { name: new RegExp(person.email) })

  await test.step('an empty message is not sent, and the first message starts the conversation', async () => {
    await page.goto('/support')
    await expect(page.getByText('How can we help?')).toBeVisible()
    const box = page.getByLabel('Write a message')
    await box.fill('   \n ')
    await box.press('Enter')
    await expect(page.getByText('How can we help?')).toBeVisible()
    await box.fill('  Where is my deposit?')
    await box.press('Shift+Enter')
    await box.pressSequentially(SCRIPT)
    await box.press('Enter')
    await expect(box).toHaveValue('')
    await expect(log.getByText('Where is my deposit?')).toContainText(SCRIPT)
    await expect(log.getByText('You', { exact: true })).toBeVisible()
    await expect(log.getByText('Sent', { exact: true })).toBeVisible()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
  })

  await test.step('staff find the conversation, and opening it marks it as read', async () => {
    await desk.goto('/admin/support')
    await expect(desk.getByText('Select a Conversation')).toBeVisible()
    await desk.getByLabel('Search conversations').fill('nobody@nowhere')
    await expect(desk.getByText('No conversations found')).toBeVisible()
    await desk.getByLabel('Search conversations').fill(person.email)
    await expect(row).toContainText('1 unread')
    await expect(row).toContainText('1 message')
    await row.click()
    await expect(desk).toHaveURL(new RegExp(`conversation=${person.user.id}`))
    await expect(deskLog.getByText('Where is my deposit?')).toContainText(SCRIPT)
    await expect(desk.getByText(`#${person.user.display_id}`)).toBeVisible()
    await expectUserLink(desk.getByRole('heading', { level: 2 }), person)
    await expect(log.getByText('Read', { exact: true })).toBeVisible()
  })

  await test.step('a canned reply with a picture arrives automatically', async () => {
    await desk.getByRole('button', { name: 'Canned replies' }).click()
    await desk.getByRole('button', { name: 'Greeting' }).click()
    await desk.getByLabel('Attach an image').setInputFiles(await screenshotFile())
    await expect(desk.getByRole('button', { name: /^Remove / })).toBeVisible()
    await desk.getByRole('button', { name: 'Send' }).click()
    await expect(log.getByText(/thank you for your message/)).toBeVisible()
    await expect(log.getByText('Support Team', { exact: true })).toBeVisible()
    await log.getByRole('button', { name: 'Open the image from Support Team' }).click()
    await expect(page.getByRole('img', { name: 'Image from Support Team' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(deskLog.getByText('Read', { exact: true })).toBeVisible()
  })

  await test.step('messages written offline are neither lost, duplicated nor reordered', async () => {
    // A visit stores the conversation on the device.
    await page.reload()
    await expect(log.getByText(/thank you for your message/)).toBeVisible()
    await page.getByLabel('Write a message').fill('a draft')
    for (const each of [page, desk]) await untilInstalled(each)
    await server.network.cut()
    await expect(page.getByText(/^You are offline/)).toBeVisible()
    await expect(desk.getByText(/^You are offline/)).toBeVisible()
    await write(page, 'Write a message', 'Without a network')
    await write(page, 'Write a message', 'Not meant')
    await write(desk, 'Write a reply', 'Answered without one too')
    await expect(log.getByText('Waiting for connection')).toHaveCount(2)
    await expect(deskLog.getByText('Waiting for connection')).toBeVisible()
    const notMeant = log.getByRole('listitem').filter({ hasText: 'Not meant' })
    await notMeant.getByRole('button', { name: 'Cancel' }).click()
    await expect(log.getByText('Not meant')).toHaveCount(0)

    await page.reload()
    await expect(log.getByText('Without a network')).toBeVisible()
    await expect(log.getByText(/thank you for your message/)).toBeVisible()
    await page.getByLabel('Write a message').fill('written on')
    await goAndComeBack(page)
    await expect(page.getByLabel('Write a message')).toHaveValue('written on')

    await server.network.restore()
    await expect(log.getByText('Answered without one too')).toBeVisible()
    await expect(deskLog.getByText('Without a network')).toBeVisible()
    await expect(log.getByText('Waiting for connection')).toHaveCount(0)
    await expect(deskLog.getByText('Waiting for connection')).toHaveCount(0)
    await expect(log.getByRole('listitem')).toHaveCount(4)
    await expect(async () => {
      expect(await textsOf(log)).toEqual(await textsOf(deskLog))
    }).toPass({ timeout: WAIT_MS_MAX })
    expect(await page.title()).not.toBe('taken over')
  })

  await test.step('staff close the conversation, and a quick question reopens it', async () => {
    await desk.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByText('Closed', { exact: true })).toBeVisible()
    await expect(page.getByText('Your next message reopens it.')).toBeVisible()
    await page.getByRole('button', { name: 'Quick Help' }).click()
    await page.getByRole('button', { name: 'Ask This Question: Urgent Support' }).click()
    await expect(log.getByText('URGENT: I need help with my account.')).toBeVisible()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await expect(deskLog.getByText('Urgent', { exact: true })).toBeVisible()
    await desk.setViewportSize(PHONE)
    const email = desk.getByRole('region', { name: 'Conversation' }).getByText(person.email)
    expect(await email.evaluate(hiddenPx), 'the buttons leave room for the user').toBe(0)
    await desk.setViewportSize(DESKTOP)
    await desk.getByRole('button', { name: 'Not urgent' }).click()
    await expect(desk.getByRole('button', { name: 'Not urgent' })).toBeHidden()
  })

  await test.step('a deep link opens the conversation, and a key or a link returns to the list', async () => {
    await desk.goto(`/admin/support?conversation=${person.user.id}`)
    await expect(deskLog.getByText('Without a network')).toBeVisible()
    await expect(desk.getByLabel('Write a reply')).toBeFocused()
    await expect(row).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(row).toBeFocused()
    await desk.setViewportSize(PHONE)
    await expect(row).toBeHidden()
    await desk.getByRole('link', { name: 'Back to the conversations' }).click()
    await expect(row).toBeVisible()
    await expect(desk.getByText('Total conversations')).toBeVisible()
  })
})

test('a user can ask a question and read the log by keyboard', { tag: '@desktop' }, async ({
  people,
  open,
}) => {
  const person = await people.customer()
  const page = await (await open(person)).newPage()
  await page.goto('/support')
  await expect(page.getByText('How can we help?')).toBeVisible()
  await tabTo(page, page.getByLabel('Write a message'), TABS_MAX)
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('First line')).toContainText('second line')
  await expect(page.getByLabel('Write a message')).toBeFocused()
  await page.keyboard.type('Another one')
  await page.keyboard.press('Enter')
  await expect(log.getByText('Sent', { exact: true })).toHaveCount(2)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(log).toBeFocused()

  // A wide screen shows the questions beside the log.
  await page.getByRole('button', { name: 'Ask This Question: Urgent Support' }).click()
  // For a moment it may be shown as arrived and as being sent.
  await expect(log.getByText('URGENT: I need help with my account.')).toHaveCount(1)
})

test('a long conversation loads earlier pages without jumping', { tag: '@phone' }, async ({
  people,
  open,
}) => {
  const person = await people.customer()
  await writeMany(person, 70)
  const page = await (await open(person)).newPage()
  await page.goto('/support')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Message 70', { exact: true })).toBeInViewport()
  await expect(log.getByRole('listitem')).toHaveCount(50)
  const anchor = log.getByText('Message 21', { exact: true })
  await anchor.scrollIntoViewIfNeeded()
  await expect(log.getByRole('listitem')).toHaveCount(70)
  await expect(anchor).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Latest' })).toBeVisible()
  await page.getByRole('button', { name: 'Latest' }).click()
  await expect(log.getByText('Message 70', { exact: true })).toBeInViewport()

  await test.step('a new size of the text leaves the log at its end', async () => {
    await log.evaluate((box) => {
      document.documentElement.style.fontSize = '150%'
      // A browser may scroll before it reports the new size.
      box.dispatchEvent(new Event('scroll'))
    })
    await expect(log.getByText('Message 70', { exact: true })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Latest' })).toBeHidden()
  })
})

async function writeMany({ api, user }: Person, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const message = `Message ${number}`
    // Alternate the routes, because each has a rate limit.
    if (number % 2 === 1) await api.call(startConversation, { body: { message } })
    else await api.call(sendSupportMessage, { body: { conversationId: user.id, message } })
  }
}

async function write(page: Page, box: string, text: string): Promise<void> {
  await page.getByLabel(box).fill(text)
  await page.getByLabel(box).press('Enter')
}

async function goAndComeBack(page: Page): Promise<void> {
  const to = (name: string) =>
    page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
  await to('Markets')
  await expect(page).toHaveURL(/\/market/)
  await to('Support')
}

function textsOf(log: Locator): Promise<string[]> {
  return log.getByRole('listitem').locator('p').allInnerTexts()
}

test('on a low screen, the button to retry a conversation is above the composer', {
  tag: '@phone',
}, async ({ people, open, console }) => {
  console.expects(NO_NETWORK)
  const page = await (await open(await people.customer())).newPage()
  await page.setViewportSize({ width: 320, height: 560 })
  await page.route('**/api/support/conversation/**', (route) => route.abort())
  await page.goto('/support')
  const retry = page.getByRole('button', { name: 'Try again' })
  const composer = page.locator('form').filter({ has: page.getByLabel('Write a message') })
  // The button is replaced while the app tries again.
  await expect(async () => {
    await retry.scrollIntoViewIfNeeded()
    expect(await endsAbove(retry, composer)).toBe(true)
  }).toPass({ timeout: WAIT_MS_MAX })
  await page.unrouteAll()
  // Unless the app has tried again before the press.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(page.getByText('How can we help?')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: WAIT_MS_MAX })
})
/** How much of a truncated text is hidden. Runs in the page. */
function hiddenPx({ scrollWidth, clientWidth }: Element): number {
  return scrollWidth - clientWidth
}
