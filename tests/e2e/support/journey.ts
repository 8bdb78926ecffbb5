import { test as base } from '@playwright/test'
import { RunningServer } from './running-server.ts'

/** A journey gets a running server: the real one, with a database and a data folder of its own. */
export const test = base.extend<{ baseURL: string }, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await RunningServer.create()
      await use(server)
      await server.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})
