import { expect, inject, test } from 'vitest'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { migrate } from '#server/platform/migrate.ts'

test('servers that start concurrently on an empty database migrate it once', async () => {
  const { serverUrl, template } = inject('postgres')
  const name = template.replace('template', 'migrations')
  await administrate(serverUrl, `create database ${name}`)
  try {
    const url = databaseUrl(serverUrl, name)
    const done = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
    expect(done.flat().sort()).toEqual(Object.keys(MIGRATIONS).sort())
    expect(await migrate(url)).toEqual([])
  } finally {
    await administrate(serverUrl, `drop database ${name} with (force)`)
  }
})
