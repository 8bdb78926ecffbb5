import { expect, test } from 'vitest'
import { addressIn, hostOf, urlOf } from '#scripts/postgres/connection.ts'

test('a server listens on a socket in its own folder, even if the path contains spaces', () => {
  const url = urlOf(addressIn('/home/some one/data/postgres', 5433), 'secret')
  expect(hostOf(url)).toEqual({ path: '/home/some one/data/postgres/.s.PGSQL.5433' })
})

test('a server whose folder path is too long for a socket listens on the loopback address', () => {
  const url = urlOf(addressIn(`/${'deep/'.repeat(20)}postgres`, 5433), 'secret')
  expect(hostOf(url)).toEqual({ host: '127.0.0.1', port: 5433 })
})
