import { describe, expect, test } from 'vitest'
import { explainFault } from '#server/platform/startup-error.ts'

const CONFIG = {
  host: 'no.such.host',
  port: 3_000,
  databaseUrl: 'postgres://application:secret@db.example:5432/exchange',
  databaseOwnerUrl: 'postgres://owner:secret@other.example:5432/exchange',
  dataDir: '/data',
}

function fault(message: string, fields: Readonly<Record<string, string>>): Error {
  return Object.assign(new Error(message), fields)
}

describe('a fault names its setting', () => {
  test.each([
    [
      'the role of the application',
      fault('password authentication failed for user "application"', { code: '28P01' }),
      /^The database at db\.example:5432\/exchange cannot be used .+: check DATABASE_URL: .+ never changes a password\.$/,
    ],
    [
      'the owner of the tables',
      fault('password authentication failed for user "owner"', { code: '28P01' }),
      /^The database at other\.example:5432\/exchange cannot be used .+: check DATABASE_OWNER_URL\.$/,
    ],
    [
      'a database that does not respond',
      fault('connect ECONNREFUSED', { code: 'ECONNREFUSED' }),
      /^The database at db\.example:5432\/exchange or other\.example:5432\/exchange .+: check DATABASE_URL and DATABASE_OWNER_URL\.$/,
    ],
    [
      'a right of the owner',
      fault('permission denied to create database', { code: '42501' }),
      /^A privilege is missing .+: set DATABASE_OWNER_URL/,
    ],
    [
      'a host to listen on',
      fault('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND', hostname: 'no.such.host' }),
      /^HOST "no\.such\.host" is not an address of this machine\.$/,
    ],
    [
      'a file in DATA_DIR',
      fault('EROFS', { code: 'EROFS', path: '/data/secrets.json.new' }),
      /^\/data\/secrets\.json\.new cannot be written \(EROFS\): .+DATA_DIR/,
    ],
    [
      'a file that was named',
      fault('EISDIR', { code: 'EISDIR', path: '/exports/log.gz' }),
      /^\/exports\/log\.gz cannot be written \(EISDIR\): free it, or give another path\.$/,
    ],
    [
      'a file that may not be opened',
      fault('EACCES', { code: 'EACCES', path: '/secure/private.key', syscall: 'open' }),
      /^\/secure\/private\.key cannot be opened \(EACCES\): correct its owner or permissions, or give another path\.$/,
    ],
    [
      'a folder in DATA_DIR that may not be created',
      fault('EACCES', { code: 'EACCES', path: '/data/postgres', syscall: 'mkdir' }),
      /^\/data\/postgres cannot be written \(EACCES\): correct its owner or permissions, or set DATA_DIR to another folder\.$/,
    ],
  ])('%s', (_, error, line) => {
    expect(explainFault(error, CONFIG)).toMatch(line)
  })

  test('and never shows a password', () => {
    const refused = fault('connect ECONNREFUSED', { code: 'ECONNREFUSED' })
    expect(explainFault(refused, CONFIG)).not.toContain('secret')
  })
})
