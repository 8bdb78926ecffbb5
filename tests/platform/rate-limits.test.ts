import { describe, expect, test } from 'vitest'
import { networkOf } from '#server/platform/rate-limits.ts'

describe('the network of an IP address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
  ])('%s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network)
  })

  test('all IPv6 addresses of a /64 share one network', () => {
    expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'))
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  })

  test.each(['192.0.2.1:5678', 'unknown:x', '[::1]:80'])(
    'a forwarded value that is not an address is used as is: %s',
    (ip) => {
      expect(networkOf(ip)).toBe(ip)
    },
  )
})
