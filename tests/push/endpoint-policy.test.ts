import { describe, expect, test } from 'vitest'
import { isPublic, publicEndpoints } from '#server/platform/push/endpoint-policy.ts'

const policy = publicEndpoints(['push.example.com', '*.push.example.net'])

describe('a push endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://push.example.com/abc',
    'https://eu.push.example.net/abc',
  ])('may belong to a known push service or one that the operator adds: %s', (endpoint) => {
    expect(policy.refuses(endpoint)).toBeUndefined()
  })

  test.each([
    ['http://fcm.googleapis.com/x', 'must use https'],
    ['https://fcm.googleapis.com:8443/x', 'must use the standard port'],
    ['https://user:secret@fcm.googleapis.com/x', 'must carry no user info'],
    ['https://127.0.0.1/x', 'must be of a known push service'],
    ['https://10.1.2.3/x', 'must be of a known push service'],
    ['https://169.254.169.254/latest/meta-data', 'must be of a known push service'],
    ['https://192.168.0.1/x', 'must be of a known push service'],
    ['https://100.64.0.1/x', 'must be of a known push service'],
    ['https://0.0.0.0/x', 'must be of a known push service'],
    ['https://[::1]/x', 'must be of a known push service'],
    ['https://[fd00::1]/x', 'must be of a known push service'],
    ['https://[::ffff:127.0.0.1]/x', 'must be of a known push service'],
    ['https://2130706433/x', 'must be of a known push service'],
    ['https://0x7f.1/x', 'must be of a known push service'],
    ['https://localhost/x', 'must be of a known push service'],
    ['https://db.internal/x', 'must be of a known push service'],
    ['https://printer.local/x', 'must be of a known push service'],
    ['https://8.8.8.8/push', 'must be of a known push service'],
    ['https://fcm.googleapis.com.example.org/x', 'must be of a known push service'],
    ['https://fcm.googleapis.com./x', 'must be of a known push service'],
    ['https://evilpush.apple.com/x', 'must be of a known push service'],
    ['https://eu.push.example.com/x', 'must be of a known push service'],
    ['no url', 'is not a URL'],
  ])('is refused if it is %s: it %s', (endpoint, reason) => {
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
