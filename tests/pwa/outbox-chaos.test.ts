import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import {
  type LoopbackServer,
  type Mishap,
  startLoopbackServer,
  userOf,
} from './support/loopback-server.ts'
import { depositEntry, USER } from './support/submissions.ts'

/** One event on a phone with a bad connection. */
type Step =
  | { readonly do: 'submit'; readonly tab: number }
  | { readonly do: 'flush'; readonly tab: number }
  | { readonly do: 'mishap'; readonly mishap: Mishap }
  | { readonly do: 'network'; readonly state: 'on' | 'off' | 'off unnoticed' }
  | { readonly do: 'kill while sending' }
  | { readonly do: 'token runs out' }

const tabs = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('submit' as const), tab: tabs }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('flush' as const), tab: tabs }) },
  fc.record({
    do: fc.constant('mishap' as const),
    mishap: fc.constantFrom<Mishap>(
      'drop',
      'lose',
      { status: 500 },
      { status: 502 },
      { status: 200 },
    ),
  }),
  fc.record({
    do: fc.constant('network' as const),
    state: fc.constantFrom('on' as const, 'off' as const, 'off unnoticed' as const),
  }),
  fc.record({ do: fc.constant('kill while sending' as const) }),
  fc.record({ do: fc.constant('token runs out' as const) }),
)

let server: LoopbackServer
let browser: Browser

afterEach(async () => {
  await browser.close()
  await server.close()
})

it('every submission has exactly one effect under any network, tab and server failures', async () => {
  server = await startLoopbackServer()
  server.signedIn = userOf(USER)
  browser = openBrowser(server.url)
  const open = [await browser.openTab(), await browser.openTab(), await browser.openTab()]
  const [first] = open as [Tab]
  await first.local.setActiveUser(USER)

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const ids: string[] = []
      const flushes: Promise<unknown>[] = []
      const seen = server.effects.length
      for (const each of steps) await act(each, open, ids, flushes)

      browser.setNetwork('on')
      server.mishaps.length = 0
      await Promise.all(flushes)
      await first.sender.flushOutbox(true)

      expect(await first.queue.countUnsent(USER)).toBe(0)
      const effects = server.effects.slice(seen).map((write) => write.key)
      expect(effects.sort()).toEqual([...ids].sort())
    }),
    { numRuns: 40 },
  )
})

async function act(
  each: Step,
  open: readonly Tab[],
  ids: string[],
  flushes: Promise<unknown>[],
): Promise<void> {
  const tab = open['tab' in each ? each.tab : 0] as Tab
  switch (each.do) {
    case 'submit': {
      const entry = depositEntry()
      ids.push(entry.id)
      await tab.queue.enqueue(entry)
      return
    }
    case 'flush':
      flushes.push(tab.sender.flushOutbox(true))
      return
    case 'mishap':
      server.mishaps.push(each.mishap)
      return
    case 'network':
      browser.setNetwork(each.state)
      return
    case 'token runs out':
      server.expireTokens()
      return
    case 'kill while sending':
      return killWhileSending(tab)
  }
}

// A killed tab leaves a row in "sending", and its request may or may not have arrived.
async function killWhileSending(tab: Tab): Promise<void> {
  const entry = (await tab.queue.listEntries(USER)).find((each) => each.state === 'waiting')
  const sending = entry && (await tab.queue.beginSending(entry))
  if (sending) await tab.client.perform(sending.request, { key: sending.id }).catch(() => undefined)
}
