import { expect, test } from 'vitest'
import { withKnownLog } from '#server/features/signed-log/known-log.ts'
import { signersOf } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import type { Config } from '#server/platform/config.ts'
import { openTestApp } from './support/app.ts'

const { services } = await openTestApp()
const { config } = services
await signCheckpoint(services, signersOf(config))

const seedOf = (name: string) => Buffer.alloc(32, name)
const startedWith = (changes: Partial<Config>) =>
  withKnownLog({ ...services, config: { ...config, ...changes } })

test('a server at a new address continues the log under its old name', async () => {
  const moved = await startedWith({ logOrigin: 'moved.example/log' })
  expect(moved.config.logOrigin).toBe(config.logOrigin)
})

test('a new LOG_ORIGIN starts a new log', async () => {
  const other = { logOrigin: 'other.example/log', isLogNamed: true }
  const begun = await startedWith({ ...other, logKeys: [seedOf('another')] })
  expect(begun.config.logOrigin).toBe('other.example/log')
})

test('a server with an unknown log key does not start', async () => {
  await expect(startedWith({ logKeys: [seedOf('stranger')] })).rejects.toThrow(
    `LOG_KEY is not the key that signs this log, which is ${signersOf(config).current.vkey}`,
  )
})

test('a key endorsed by the previous one may sign, and a server with the previous key may still run', async () => {
  const renewed = await startedWith({ logKeys: [seedOf('new'), config.logKeys[0]] })
  await signCheckpoint(services, signersOf(renewed.config))
  expect(await startedWith({})).toMatchObject({ config: { logOrigin: config.logOrigin } })
  expect(await startedWith({ logKeys: [seedOf('new')] })).toBeDefined()
})
