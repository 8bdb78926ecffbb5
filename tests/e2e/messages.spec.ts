import type { MessageRow, ScreenAct } from '#tests/messages/message-row.ts'
import { MESSAGES } from '#tests/messages/messages.ts'
import { expect, test } from './support/journey.ts'
import type { People, Person } from './support/people.ts'

// These tests need coins without an address and stale prices, so they use their own server.
test.use({ stage: 'own', market: 'standing' })
// Run as one long file at the end, they would leave the other worker idle.
test.describe.configure({ mode: 'parallel' })

type ScreenRow = MessageRow & { readonly screen: ScreenAct }

const screens = Object.entries(MESSAGES).flatMap(([area, rows]) =>
  rows.filter((row): row is ScreenRow => 'screen' in row).map((row) => [area, row] as const),
)

for (const [area, { says, screen }] of screens) {
  test(`${area}: “${says}”`, async ({ server, people, reopen, console }) => {
    console.expects(/the server responded with a status of 4/)
    const person = await actorOf(people, says, screen)
    await server.setMarket('speaking')
    const { path, act } = screen
    const opened = typeof path === 'string' ? path : await path({ person, people, server })
    const page = await reopen(person)
    // By method and part of the path: "POST /api/trades".
    const [method, part] = screen.fails?.split(' ') ?? []
    if (method && part) server.network.reject(method, part)
    await page.goto(opened)
    await act?.({ page, person, people, server })
    for (const part of says.split(': ')) {
      await expect(page.getByText(part).first()).toBeVisible()
    }
    server.network.accept()
  })
}

let trader: Promise<Person> | undefined
let idler: Promise<Person> | undefined

function actorOf(people: People, says: string, { by }: ScreenAct): Promise<Person> {
  if (by === 'staff') return people.staff()
  if (by === 'newcomer') return people.customer()
  // Messages about empty lists need a user without history.
  if (says.startsWith('No ')) {
    idler ??= people.customer()
    return idler
  }
  trader ??= people.customer({ USDT: '5000' })
  return trader
}
