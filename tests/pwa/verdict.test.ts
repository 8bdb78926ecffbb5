import { describe, expect, it } from 'vitest'
import { ApiError, FOREIGN_RESPONSE, localError } from '#pwa/data/api-error.ts'
import { backoffMs, mayHaveArrived, verdictOf } from '#pwa/data/outbox/verdict.ts'

const answered = (status: number, code = 'some.refusal') =>
  new ApiError({ status, code, error: 'x', message: 'y', details: {} })

describe('the verdict on a failed attempt', () => {
  it.each([400, 403, 404, 409, 413, 415, 422])(
    'treats %i from our server as a refusal',
    (status) => {
      expect(verdictOf(answered(status))).toBe('refused')
    },
  )
  it.each([408, 425, 500, 502, 503, 504])('retries after %i', (status) => {
    expect(verdictOf(answered(status))).toBe('again')
  })
  it.each([0, 401, 429])('stops the whole outbox after %i', (status) => {
    expect(verdictOf(answered(status))).toBe('stop')
  })
  it.each(['network.timeout', 'network.unreachable'] as const)(
    'does not stop the others after %s',
    (code) => {
      expect(verdictOf(localError(code))).toBe('again')
    },
  )
  it('retries after a proxy’s 4xx, except for a 413', () => {
    expect(verdictOf(answered(403, FOREIGN_RESPONSE))).toBe('again')
    expect(verdictOf(answered(413, FOREIGN_RESPONSE))).toBe('refused')
  })
  it('stops the whole outbox, unsent, while the user must replace a password that staff set', () => {
    const error = answered(403, 'password.chosen_by_staff')
    expect([verdictOf(error), mayHaveArrived(error)]).toEqual(['stop', false])
  })
  it('retries an upload that was too slow, which no server has handled', () => {
    const error = answered(408, 'upload.too_slow')
    expect([verdictOf(error), mayHaveArrived(error)]).toEqual(['again', false])
    expect(mayHaveArrived(answered(408, FOREIGN_RESPONSE))).toBe(true)
  })
  it('leaves the outcome open after a lost response, but not after a 401, a 429 or our own 503', () => {
    expect(mayHaveArrived(localError('network.unreachable'))).toBe(true)
    expect(mayHaveArrived(answered(500))).toBe(true)
    expect(mayHaveArrived(answered(401))).toBe(false)
    expect(mayHaveArrived(answered(429))).toBe(false)
    expect(mayHaveArrived(answered(503))).toBe(false)
    expect(mayHaveArrived(answered(503, FOREIGN_RESPONSE))).toBe(true)
  })
})

it('retry delays double up to a minute', () => {
  expect([1, 2, 3, 6, 7, 50].map((tries) => backoffMs(tries, 0))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ])
  expect(backoffMs(1, 1)).toBe(1_200)
})
