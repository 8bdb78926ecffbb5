import { describe, expect, test } from 'vitest'
import { type KeptState, reduceKept, UNREAD } from '#pwa/hooks/kept-changes.ts'

interface Draft {
  readonly name: string
  readonly income: string
  readonly photo: string | undefined
}

const unread: KeptState<Draft> = UNREAD
const kept = { name: 'Demo', income: '1000', photo: 'front.jpg' }

describe('a form whose draft is kept', () => {
  test('shows the draft once it is read', () => {
    expect(reduceKept(unread, { type: 'read', kept })).toEqual({ changes: kept, isRead: true })
  })

  test('keeps what was typed or removed before the draft was read', () => {
    const typed = reduceKept(unread, { type: 'changed', part: { name: 'D', photo: undefined } })
    expect(typed.isRead).toBe(false)
    const { changes } = reduceKept(typed, { type: 'read', kept })
    expect(changes).toEqual({ name: 'D', income: '1000', photo: undefined })
  })

  test('stays empty when it was sent before the draft was read', () => {
    const sent = reduceKept(unread, { type: 'cleared' })
    const typed = reduceKept(sent, { type: 'changed', part: { income: '2' } })
    expect(reduceKept(typed, { type: 'read', kept }).changes).toEqual({ income: '2' })
  })
})
