import { describe, expect, it } from 'vitest'
import { ApiError, FOREIGN_ANSWER, localError } from '#pwa/data/api-error.ts'
import { backoffMs, mayHaveArrived, verdictOf } from '#pwa/data/outbox/verdict.ts'

const answered = (status: number, code = 'some.refusal') =>
  new ApiError({ status, code, error: 'x', message: 'y', details: {} })

describe('what a failed try means', () => {
  it.each([400, 403, 404, 409, 413, 415, 422])('%i of our server is a refusal', (status) => {
    expect(verdictOf(answered(status))).toBe('refused')
  })
  it.each([408, 425, 500, 502, 503, 504])('%i is tried again', (status) => {
    expect(verdictOf(answered(status))).toBe('again')
  })
  it.each([0, 401, 429])('%i stops the whole outbox for now', (status) => {
    expect(verdictOf(answered(status))).toBe('stop')
  })
  it('a proxy’s 4xx decides nothing, but its 413 will not change', () => {
    expect(verdictOf(answered(403, FOREIGN_ANSWER))).toBe('again')
    expect(verdictOf(answered(413, FOREIGN_ANSWER))).toBe('refused')
  })
  it('a lost answer leaves open whether it arrived, a 401 or 429 does not', () => {
    expect(mayHaveArrived(localError('network.unreachable'))).toBe(true)
    expect(mayHaveArrived(answered(500))).toBe(true)
    expect(mayHaveArrived(answered(401))).toBe(false)
    expect(mayHaveArrived(answered(429))).toBe(false)
  })
})

it('waiting times double up to a minute', () => {
  expect([1, 2, 3, 6, 7, 50].map((tries) => backoffMs(tries, 0))).toEqual([
    1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
  ])
  expect(backoffMs(1, 1)).toBe(1_200)
})
