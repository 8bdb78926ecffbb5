import { describe, expect, it } from 'vitest'
import { caseNameOf, chosenCount, filterOf, requestOf } from '#pwa/reviews/desk/desk-address.ts'
import {
  actOfKey,
  afterDecision,
  decidableBy,
  type FocusPlace,
  SHORTCUTS,
  stepped,
} from '#pwa/reviews/desk/desk-keys.ts'
import { nameText } from '#pwa/reviews/review-view.ts'
import { lateness, waitedFor } from '#pwa/reviews/waited.tsx'
import { DAY_MS, HOUR_MS, instantOf, MINUTE_MS } from '#shared/time.ts'

const press = (key: string, place: FocusPlace = 'list', held = {}) =>
  actOfKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, place, true)

describe('the keys of the desk', () => {
  it('do what the list of shortcuts says', () => {
    for (const { act, keys } of SHORTCUTS) {
      for (const key of keys) expect(press(key), key).toBe(act)
    }
    expect(press('x')).toBeUndefined()
  })

  it('work with caps lock on', () => {
    expect([press('J'), press('A'), press('R')]).toEqual(['next', 'approve', 'reject'])
  })

  it('are plain letters in a text field, except Escape', () => {
    for (const key of ['j', 'c', 'a', 'r', 'f', '?', 'Enter', 'ArrowDown']) {
      expect(press(key, 'field'), key).toBeUndefined()
    }
    expect(press('Escape', 'field')).toBe('back')
  })

  it('of a single character can be turned off, and the others still work', () => {
    const withoutLetters = (key: string) =>
      actOfKey({ key, ctrlKey: false, metaKey: false, altKey: false }, 'list', false)
    for (const key of ['j', 'c', 'A', 'r', '?']) expect(withoutLetters(key), key).toBeUndefined()
    const others = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape'].map(withoutLetters)
    expect(others).toEqual(['next', 'previous', 'open', 'back'])
  })

  it('leave Enter and arrow keys to the focused control', () => {
    expect([press('Enter', 'control'), press('ArrowDown', 'control')]).toEqual([
      undefined,
      undefined,
    ])
    expect(press('j', 'control')).toBe('next')
  })

  it('do not override shortcuts of the browser', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(press('r', 'list', held)).toBeUndefined()
    }
  })
})

describe('a step through the list', () => {
  const ids = ['one', 'two', 'three']

  it('goes to the first from no selection and from a removed case', () => {
    expect(stepped(ids, undefined, 'next')).toBe('one')
    expect(stepped(ids, 'gone', 'previous')).toBe('one')
  })

  it('goes one forward or back, and stops at either end', () => {
    expect(stepped(ids, 'one', 'next')).toBe('two')
    expect(stepped(ids, 'three', 'previous')).toBe('two')
    expect(stepped(ids, 'three', 'next')).toBe('three')
    expect(stepped(ids, 'one', 'previous')).toBe('one')
  })

  it('has no target in an empty list', () => {
    expect(stepped([], 'one', 'next')).toBeUndefined()
  })
})

describe('after a decision', () => {
  const before = ['one', 'two', 'three', 'four']

  it('the next case opens, whether or not the list still contains the decided one', () => {
    expect(afterDecision(before, ['one', 'three', 'four'], 'two')).toBe('three')
    expect(afterDecision(before, before, 'two')).toBe('three')
  })

  it('a case decided by a colleague is skipped', () => {
    expect(afterDecision(before, ['one', 'four'], 'two')).toBe('four')
  })

  it('the nearest earlier case opens after the last one', () => {
    expect(afterDecision(before, ['one', 'two', 'three'], 'four')).toBe('three')
  })

  it('the first case opens after a linked case that was not in the list', () => {
    expect(afterDecision([], before, 'linked')).toBe('one')
  })

  it('a case that waits for a second person is not opened for the person who approved it first', () => {
    const approvedBy = (who: string, ids: readonly string[]) =>
      before.map((id) => {
        const awaits_second = ids.includes(id)
        return { kind: 'deposit', id, awaits_second, decided_by: awaits_second ? who : null }
      })
    const mine = approvedBy('me', ['two', 'three'])
    expect(decidableBy(mine, 'me')).toEqual(['deposit-one', 'deposit-four'])
    expect(afterDecision(mine.map(nameText), decidableBy(mine, 'me'), 'deposit-two')).toBe(
      'deposit-four',
    )
    expect(decidableBy(approvedBy('another', ['two']), 'me')).toHaveLength(before.length)
  })

  it('nothing opens if the list is empty', () => {
    expect(afterDecision(['one'], [], 'one')).toBeUndefined()
  })
})

describe('the URL of the desk', () => {
  const KINDS = ['deposit', 'spot-order', 'loan']
  const id = '0190f5b2-0000-7000-8000-000000000001'

  it('identifies a case of each kind by its stream', () => {
    for (const kind of KINDS)
      expect(caseNameOf(nameText({ kind, id }), KINDS)).toEqual({ kind, id })
  })

  it.each([null, '', 'deposit', `user-${id}`, `deposit-${id}x`, `deposit-${id.slice(1)}`])(
    'ignores %s',
    (text) => expect(caseNameOf(text, KINDS)).toBeUndefined(),
  )

  it('contains the filter, without invalid values', () => {
    const query = 'kind=loan&claim=mine&hours=24&asset=BTC&approvals=one&order=newest'
    const filter = filterOf(new URLSearchParams(query), KINDS)
    expect(chosenCount(filter)).toBe(5)
    expect(requestOf(filter, 'demo')).toEqual({
      kind: 'loan',
      claim: 'mine',
      hours: 24,
      asset: 'BTC',
      approvals: 'one',
      order: 'newest',
      search: 'demo',
    })
    const nonsense = filterOf(new URLSearchParams('kind=x&claim=y&hours=-1&order=z'), KINDS)
    expect([chosenCount(nonsense), requestOf(nonsense, '')]).toEqual([0, {}])
  })
})

describe('the waiting time', () => {
  const now = Date.UTC(2026, 0, 10)
  const ago = (ms: number) => instantOf(now - ms)

  it('is shown in its largest whole unit', () => {
    expect(waitedFor(ago(30_000), now)).toBe('0 min')
    expect(waitedFor(ago(59 * MINUTE_MS), now)).toBe('59 min')
    expect(waitedFor(ago(23 * HOUR_MS + 1), now)).toBe('23 h')
    expect(waitedFor(ago(3 * DAY_MS), now)).toBe('3 d')
    expect(waitedFor(ago(-5_000), now)).toBe('0 min')
  })

  it('is late after a day and overdue after three', () => {
    expect([1, 24, 72].map((hours) => lateness(ago(hours * HOUR_MS), now))).toEqual([
      'fresh',
      'late',
      'overdue',
    ])
  })
})
