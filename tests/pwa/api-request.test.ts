import { describe, expect, it } from 'vitest'
import { errorOf } from '#pwa/data/api-error.ts'
import { prepare } from '#pwa/data/api-request.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { cancelTrade, listTrades } from '#shared/contract/spot-orders.ts'
import { screenshot, USER } from './support/submissions.ts'

describe('a request', () => {
  it('has an encoded path and query', () => {
    const input = { params: { userId: USER }, query: { state: 'current', before: undefined } }
    expect(prepare(listTrades, input).url).toBe(`/api/trades/${USER}?state=current`)
    expect(prepare(listTrades, { params: { userId: '../a b' } }).url).toBe('/api/trades/..%2Fa%20b')
  })

  it('has a body only if the route takes one', () => {
    expect(prepare(cancelTrade, { params: { id: USER } })).not.toHaveProperty('body')
    const files = { screenshot: screenshot() }
    expect(prepare(submitDeposit, { body: { amount: '1' }, files })).toMatchObject({
      method: 'POST',
      needsSession: true,
      body: { amount: '1' },
      files: [{ field: 'screenshot', name: 'proof.jpg' }],
    })
  })
})

describe('an error response', () => {
  it('carries the code, title, message and details from the server', async () => {
    const body = { code: 'a.b', error: 'Title', message: 'Text', required: '5' }
    const error = await errorOf(
      Response.json(body, { status: 409, headers: { 'retry-after': '3' } }),
    )
    expect(error).toMatchObject({
      status: 409,
      code: 'a.b',
      error: 'Title',
      message: 'Text',
      details: { required: '5' },
      retryAfterMs: 3_000,
    })
    expect(error.requestMessage).toBe(`409: ${JSON.stringify(body)}`)
  })

  it('without a body has the status text', async () => {
    const error = await errorOf(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    expect(error).toMatchObject({ code: 'http', requestMessage: '502: Bad Gateway' })
  })
})
