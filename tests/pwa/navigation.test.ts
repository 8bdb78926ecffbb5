import { describe, expect, test } from 'vitest'
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

const labels = (entries: readonly { label: string }[]) => entries.map(({ label }) => label)

describe('the navigation', () => {
  test('has six entries in the bottom bar, and a seventh for staff', () => {
    const ofAll = ['Home', 'Markets', 'Exchange', 'Futures', 'Support', 'Profile']
    expect(labels(navigationFor(PATHS, false).bottomBar)).toEqual(ofAll)
    expect(labels(navigationFor(PATHS, true).bottomBar)).toEqual([...ofAll, 'Admin'])
  })

  test('has the about page in the top menu, and the dashboard for staff', () => {
    const ofAll = ['Home', 'About', 'Markets', 'Exchange', 'Trading', 'Support', 'Profile']
    expect(labels(navigationFor(PATHS, false).topMenu)).toEqual(ofAll)
    expect(labels(navigationFor(PATHS, true).topMenu)).toEqual([...ofAll, 'Dashboard'])
  })

  test('shows the back office to staff alone, as far as its pages are open to them', () => {
    expect(navigationFor(PATHS, false).adminMenu).toEqual([])
    expect(labels(navigationFor(PATHS, true).adminMenu)).toEqual([
      'Dashboard',
      'Users',
      'Support',
      'Settings',
    ])
  })

  test('marks the entry of the page, and one entry for every page of the back office', () => {
    expect(isActive('/market', '/market')).toBe(true)
    expect(isActive('/', '/market')).toBe(false)
    expect(isActive('/admin/dashboard', '/admin/users')).toBe(true)
  })
})
