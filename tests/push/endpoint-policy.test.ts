import { describe, expect, test } from 'vitest'
import { isPublic, publicEndpoints } from '#server/platform/push/endpoint-policy.ts'

const policy = publicEndpoints()

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://8.8.8.8/push',
  ])('may be public: %s', (endpoint) => {
    expect(policy.refuses(endpoint)).toBeUndefined()
  })

  test.each([
    ['http://fcm.googleapis.com/x', 'must use https'],
    ['https://fcm.googleapis.com:8443/x', 'must use the standard port'],
    ['https://user:secret@fcm.googleapis.com/x', 'must carry no user info'],
    ['https://127.0.0.1/x', 'must be a public address'],
    ['https://10.1.2.3/x', 'must be a public address'],
    ['https://169.254.169.254/latest/meta-data', 'must be a public address'],
    ['https://192.168.0.1/x', 'must be a public address'],
    ['https://100.64.0.1/x', 'must be a public address'],
    ['https://0.0.0.0/x', 'must be a public address'],
    ['https://[::1]/x', 'must be a public address'],
    ['https://[fd00::1]/x', 'must be a public address'],
    ['https://[::ffff:127.0.0.1]/x', 'must be a public address'],
    ['https://2130706433/x', 'must be a public address'],
    ['https://0x7f.1/x', 'must be a public address'],
    ['https://localhost/x', 'must be a public name'],
    ['https://db.internal/x', 'must be a public name'],
    ['https://printer.local/x', 'must be a public name'],
    ['no url', 'is no URL'],
  ])('is refused when it is %s: it %s', (endpoint, reason) => {
    expect(policy.refuses(endpoint)).toBe(reason)
  })

  test('is checked again after DNS resolution, when the connection is made', async () => {
    // "localhost" stands in for a public name that was repointed after the first check.
    const { options } = policy.agent
    const failed = await new Promise((resolve) => {
      options.lookup?.('localhost', {}, (error) => resolve(error))
    })
    expect(failed).toBeInstanceOf(Error)
    expect(isPublic('127.0.0.1')).toBe(false)
  })
})
