import { describe, expect, test } from 'vitest'
import { decideSeen, seenResults, shownUntil } from '#server/features/results/decider.ts'
import type { ResultEvent } from '#server/features/results/events.ts'
import { refuse } from '#shared/refusal.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const EARLIER = '2026-01-31T09:00:00.000Z'
const LATER = '2026-01-31T10:00:00.000Z'
const kinds = ['loan', 'kyc']

const seen = (until: string, kind = 'loan'): ResultEvent => ({
  type: 'ResultsSeen',
  data: { kind, until, seenAt: AT },
})
const see =
  (kind: string, until: string, lastDecided: string | undefined = until) =>
  (state: typeof seenResults.initial) =>
    decideSeen(state, { kind, until }, { kinds, lastDecided, at: AT })

describe('results that the user has seen', () => {
  test('count as seen up to that time, by kind of request', () => {
    given(seenResults, []).when(see('loan', EARLIER)).yields(seen(EARLIER))
    const { seenUntil } = stateAfter(seenResults, [seen(EARLIER), seen(AT, 'kyc')])
    expect(seenUntil).toEqual({ loan: EARLIER, kyc: AT })
  })

  test('never count as seen in advance', () => {
    expect(shownUntil(LATER, AT)).toBe(AT)
  })

  test('are compared as points in time, with any offset', () => {
    expect(shownUntil('2026-01-31T10:00:00+01:00', AT)).toBe(EARLIER)
  })

  test('are refused if nothing was decided since, and for a kind that is not counted this way', () => {
    const past = [seen(EARLIER)]
    const repeated = refuse('acknowledge.repeated')
    given(seenResults, past).when(see('loan', EARLIER)).yields(repeated)
    given(seenResults, past)
      .when(see('loan', AT, EARLIER))
      .yields(repeated)
    given(seenResults, past).when(see('loan', AT)).yields(seen(AT))
    given(seenResults, []).when(neverDecided).yields(repeated)
    given(seenResults, past).when(see('deposit', EARLIER)).yields(refuse('item.unknown'))
  })
})

const neverDecided = (state: typeof seenResults.initial) =>
  decideSeen(state, { kind: 'loan', until: AT }, { kinds, lastDecided: undefined, at: AT })
