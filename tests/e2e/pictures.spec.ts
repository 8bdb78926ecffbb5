import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { expect, test } from './support/journey.ts'
import type { People } from './support/people.ts'

test('a picture whose link has expired is loaded and opened with a new link', {
  tag: '@phone',
}, async ({ people, open, console }) => {
  console.expects(/status of 401/)
  const { person } = await sendPicture(people)
  const page = await (await open(person)).newPage()
  const isNew = (url: string) => url.endsWith('&new')
  await page.route(/\/api\/files\/[\w-]+\?/, (route) =>
    isNew(route.request().url()) ? route.continue() : route.fulfill({ status: 401 }),
  )
  await page.route(/\/api\/files\/[\w-]+\/link/, async (route) => {
    const response = await route.fetch()
    const { url } = await response.json()
    await route.fulfill({ response, json: { url: `${url}&new` } })
  })
  await page.goto('/support')
  const picture = page.getByRole('button', { name: 'Open the image from Support Team' })
  await expect
    .poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await picture.click()
  const viewer = page.getByRole('dialog', { name: 'Image from Support Team' })
  await expect(viewer.getByRole('img')).toHaveAttribute('src', /&new$/)
})

test('a picture that fails to load is requested once per link', { tag: '@desktop' }, async ({
  people,
  open,
  console,
}) => {
  console.expects(/status of 404/)
  const { person, reply } = await sendPicture(people)
  const page = await (await open(person)).newPage()
  const asked: string[] = []
  let minute = 0
  await page.route(/\/api\/files\/[\w-]+\?/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 404 })
  })
  // Simulate a minute between the messages, so that the links of each are signed again.
  await page.route(/\/api\/(support\/conv|files\/[\w-]+\/link)/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replaceAll('&sig', `&minute=${minute}&sig`) })
  })
  await page.goto('/support')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('Failed to load image')).toBeVisible()
  for (const message of ['Does it show?', 'Another minute', 'And another']) {
    minute += 1
    await reply(message)
    await expect(log.getByText(message)).toBeVisible()
    await expect(log.getByText('Failed to load image')).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(asked).toEqual([...new Set(asked)])
})

/** Staff send a picture to a customer. */
async function sendPicture(people: People) {
  const person = await people.customer()
  await person.api.call(startConversation, { body: { message: 'Where do I find it?' } })
  const staff = await people.staff()
  const reply = (message: string, files = {}) =>
    staff.api.call(replyAsSupport, { body: { conversationId: person.user.id, message }, files })
  await reply('Here', { picture: await photo() })
  return { person, reply }
}
