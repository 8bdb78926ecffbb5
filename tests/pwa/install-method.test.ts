import { describe, expect, it } from 'vitest'
import { type Device, installMethod } from '#pwa/hooks/install-method.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15'
const SAFARI = `${IPHONE} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

const methodOf = (device: Partial<Device>) =>
  installMethod({
    userAgent: SAFARI,
    maxTouchPoints: 5,
    isStandalone: false,
    hasOffer: false,
    ...device,
  })

describe('the app is installed', () => {
  it('in Safari on iPhone and iPad by hand', () => {
    expect(methodOf({})).toBe('safari')
    expect(methodOf({ userAgent: MAC })).toBe('safari')
  })

  it('in other browsers and apps on iPhone by opening Safari', () => {
    const other = `${IPHONE} (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`
    const inApp = `${IPHONE} (KHTML, like Gecko) Mobile/15E148`
    expect(methodOf({ userAgent: other })).toBe('other-ios')
    expect(methodOf({ userAgent: inApp })).toBe('other-ios')
  })

  it('through the menu on a Mac', () => {
    expect(methodOf({ userAgent: MAC, maxTouchPoints: 0 })).toBe('menu')
  })

  it('by the browser if it offers this, and not twice', () => {
    expect(methodOf({ hasOffer: true })).toBe('offer')
    expect(methodOf({ isStandalone: true })).toBe('installed')
  })
})
