import { inject } from 'vitest'
import { administrate, databaseUrl } from '#scripts/postgres/connection.ts'

/** Runs work on a separate, empty database. */
export async function withEmptyDatabase(name: string, work: (url: string) => Promise<void>) {
  const { serverUrl, template } = inject('postgres')
  const database = template.replace('template', name)
  await administrate(serverUrl, `create database ${database}`)
  try {
    await work(databaseUrl(serverUrl, database))
  } finally {
    await administrate(serverUrl, `drop database ${database} with (force)`)
  }
}
