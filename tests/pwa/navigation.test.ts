import { describe, expect, test } from 'vitest'
import { screensOf } from '#pwa/feature.ts'
import { FEATURES } from '#pwa/features/index.ts'
import { isActive, navigationFor } from '#pwa/shell/navigation.ts'

const PATHS = [
  '/',
  '/about',
  '/market',
  '/exchange',
  '/futures',
  '/support',
  '/profile',
  '/admin/dashboard',
  '/admin/users',
  '/admin/support',
  '/admin/settings',
]

const OPEN = screensOf(FEATURES).filter(({ path }) => PATHS.includes(path))

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

describe('the navigation', () => {
  test('has six entries in the bottom bar, and a seventh for staff', () => {
    const ofAll = ['Home', 'Markets', 'Exchange', 'Futures', 'Support', 'Profile']
    expect(labels(navigationFor(OPEN, false).bottomBar)).toEqual(ofAll)
    expect(labels(navigationFor(OPEN, true).bottomBar)).toEqual([...ofAll, 'Admin'])
  })

  test('has the about page in the top menu, and the dashboard for staff', () => {
    const ofAll = ['Home', 'About', 'Markets', 'Exchange', 'Trading', 'Support', 'Profile']
    expect(labels(navigationFor(OPEN, false).topMenu)).toEqual(ofAll)
    expect(labels(navigationFor(OPEN, true).topMenu)).toEqual([...ofAll, 'Dashboard'])
  })

  test('shows the back office only to staff', () => {
    expect(navigationFor(OPEN, false).adminMenu).toEqual([])
    expect(labels(navigationFor(OPEN, true).adminMenu)).toEqual([
      'Dashboard',
      'User Management',
      'Support',
      'Admin Panel',
    ])
  })

  test('marks the entry of the current page, and one entry for all back-office pages', () => {
    expect(isActive('/market', '/market')).toBe(true)
    expect(isActive('/', '/market')).toBe(false)
    expect(isActive('/admin/dashboard', '/admin/users')).toBe(true)
  })
})
