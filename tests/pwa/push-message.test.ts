import { describe, expect, it } from 'vitest'
import { pressOf, shownPush } from '#pwa/push-message.ts'

const ORIGIN = 'https://example.com'
const acknowledges = { type: 'deposit', id: '018f0000-0000-7000-8000-000000000001' }
const RESULT = {
  title: 'Deposit approved',
  body: 'Your deposit has been credited.',
  tag: 'deposit-1',
  url: '/?open=transaction-history',
  acknowledges,
  badge: 3,
}
const CASE = {
  title: 'New deposit request',
  tag: 'deposit-2',
  url: '/admin/reviews?case=deposit-2',
}

const actionsOf = (payload: object) =>
  shownPush(JSON.stringify(payload)).options.actions.map(({ action }) => action)

describe('a push', () => {
  it('shows a result with the actions open and mark as read, and counts on the icon', () => {
    const { title, options, badge } = shownPush(JSON.stringify(RESULT))
    expect({ title, tag: options.tag, badge }).toEqual({
      title: 'Deposit approved',
      tag: 'deposit-1',
      badge: 3,
    })
    expect(actionsOf(RESULT)).toEqual(['open', 'read'])
  })

  it('never offers to decide a case', () => {
    expect(actionsOf(CASE)).toEqual(['open'])
    expect(actionsOf({ ...CASE, actions: [{ action: 'approve', title: 'Approve' }] })).toEqual([
      'open',
    ])
  })

  it.each([undefined, '', 'no JSON', 'null', '{"badge":-1}', '{"badge":"3"}'])(
    'shows something for every content: %s',
    (text) => {
      expect(shownPush(text)).toMatchObject({ title: 'News', options: { tag: 'news' } })
      expect(shownPush(text).badge).toBeUndefined()
    },
  )
})

describe('a press on a notification', () => {
  it('opens its page, as the action does', () => {
    expect(pressOf('', RESULT, ORIGIN)).toEqual({ open: '/?open=transaction-history' })
    expect(pressOf('open', CASE, ORIGIN)).toEqual({ open: '/admin/reviews?case=deposit-2' })
  })

  it('acknowledges the result without opening the app', () => {
    expect(pressOf('read', RESULT, ORIGIN)).toEqual({ read: acknowledges })
  })

  it('opens only pages of this app, and ignores unknown actions', () => {
    expect(pressOf('', { url: 'https://elsewhere.example/' }, ORIGIN)).toEqual({ open: '/' })
    expect(pressOf('approve', CASE, ORIGIN)).toEqual({ open: '/admin/reviews?case=deposit-2' })
    expect(pressOf('read', CASE, ORIGIN)).toEqual({ open: '/admin/reviews?case=deposit-2' })
    expect(pressOf('', null, ORIGIN)).toEqual({ open: '/' })
  })
})
