import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { photo } from '#tests/api/support/pictures.ts'
import { test } from '../journey.ts'
import type { People, Person } from '../people.ts'
import { ENGINES, type Engine } from './engines.ts'
import { Screen } from './screen.ts'

/** A window of one engine and the customer who uses it, for all journeys of a file. */
export interface Visit {
  readonly engine: Engine
  readonly person: Person
  readonly screen: Screen
  /** A photo to attach. */
  readonly file: string
  /** Closes the browser and reopens it with its stored data. */
  readonly restart: () => Promise<void>
}

type Funds = Parameters<People['customer']>[0]

/** Journeys in which browsers have differed. All others run in Chromium. */
export function inEachEngine(funds: Funds, journeys: (visit: Visit) => void): void {
  for (const engine of ENGINES) {
    test.describe
      .serial(engine.name, () => {
        // biome-ignore lint/suspicious/noSkippedTests: it is skipped where the browser is missing.
        test.skip(!engine.isInstalled, `${engine.name} is not installed`)
        const visit = { engine } as { -readonly [K in keyof Visit]: Visit[K] }
        let folder = ''

        test.beforeAll(async ({ people, server }) => {
          folder = await mkdtemp(join(tmpdir(), 'engine-'))
          visit.file = join(folder, 'proof.jpg')
          await writeFile(visit.file, (await photo()).content)
          visit.person = await people.customer(funds)
          await people.offer('USDT')
          const open = async () =>
            new Screen(await engine.open(join(folder, 'profile')), server.url)
          visit.screen = await open()
          visit.restart = async () => {
            await visit.screen.close()
            visit.screen = await open()
          }
          await logIn(visit.screen, visit.person)
        })
        test.afterAll(async ({ server }) => {
          await server.network.restore()
          await visit.screen.close()
          await rm(folder, { recursive: true, force: true })
        })

        journeys(visit)
      })
  }
}

export async function logIn(screen: Screen, { email, password }: Person): Promise<void> {
  await screen.goto('/login')
  await screen.fill('Email', email)
  await screen.fill('Password', password)
  await screen.click({ role: 'button', name: 'Log in' })
  await screen.sees({ role: 'button', name: 'Deposit' })
}
