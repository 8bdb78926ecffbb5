import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorOf } from '#pwa/data/api-error.ts'
import { prepare, readResponse, send } from '#pwa/data/api-request.ts'
import { fileOf } from '#pwa/hooks/use-download.ts'
import { exportAccount } from '#shared/contract/account.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { KYC_IMAGE_BYTES_MAX, submitKyc } from '#shared/contract/kyc.ts'
import { uploadMsMax } from '#shared/contract/route.ts'
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

describe('the time limit of a request', () => {
  const LIMIT_MS = 20_000
  const ALMOST_MS = LIMIT_MS - 1_000
  let signal: AbortSignal | null | undefined
  let body: ReadableStreamDefaultController<Uint8Array>
  let fetched: Promise<Response>

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('The signal timed out.', 'TimeoutError')), ms)
      return limit.signal
    })
    vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => {
      signal = init?.signal
      const failing = new Promise<never>((_, fail) => {
        signal?.addEventListener('abort', () => fail(signal?.reason))
      })
      return Promise.race([fetched, failing])
    })
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
      },
    })
    fetched = Promise.resolve(new Response(stream))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Sends a request; its body fails when the request is aborted, as in a browser. */
  async function responseTo(route: typeof exportAccount | typeof listTrades) {
    const request = prepare(route, { params: { userId: USER } })
    const response = await send(request, {})
    signal?.addEventListener('abort', () => body.error(signal?.reason))
    return { request, response }
  }

  it('is over once the headers of a file have arrived, as long as more of it comes', async () => {
    const { response } = await responseTo(exportAccount)
    const file = fileOf(response)
    for (const part of ['slow ', 'but ', 'steady']) {
      await vi.advanceTimersByTimeAsync(ALMOST_MS)
      body.enqueue(new TextEncoder().encode(part))
    }
    await vi.advanceTimersByTimeAsync(ALMOST_MS)
    body.close()
    expect(await (await file).text()).toBe('slow but steady')
  })

  it('ends a file of which nothing more comes', async () => {
    const { response } = await responseTo(exportAccount)
    const file = fileOf(response).catch((error: unknown) => error)
    body.enqueue(new Uint8Array(1))
    await vi.advanceTimersByTimeAsync(LIMIT_MS + 1)
    expect(await file).toMatchObject({ code: 'network.timeout' })
  })

  it('includes the body of every other response', async () => {
    const { request, response } = await responseTo(listTrades)
    const read = readResponse(request, response).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LIMIT_MS + 1)
    expect(await read).toMatchObject({ code: expect.stringMatching(/^network\./) })
  })

  it.each([exportAccount, listTrades])(
    'ends a request without a response: $path',
    async (route) => {
      fetched = new Promise(() => {})
      const sent = responseTo(route).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(LIMIT_MS + 1)
      expect(await sent).toMatchObject({ code: 'network.timeout' })
    },
  )

  it('follows the size of the files that it sends', async () => {
    fetched = new Promise(() => {})
    const photo = new File([new Uint8Array(KYC_IMAGE_BYTES_MAX)], 'photo.jpg')
    const files = { kycFrontId: photo, kycBackId: photo, kycSelfieWithId: photo }
    const body = { fullName: 'Ann', ssn: '1', address: 'Street' }
    const sent = send(prepare(submitKyc, { body, files }), {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(uploadMsMax(3 * KYC_IMAGE_BYTES_MAX))
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(LIMIT_MS + 1)
    expect(await sent).toMatchObject({ code: 'network.timeout' })
  })

  it('leaves the headers of a file', async () => {
    const headers = { 'content-disposition': 'attachment; filename="account.json"' }
    fetched = Promise.resolve(new Response(null, { status: 204, headers }))
    const { response } = await responseTo(exportAccount)
    expect(response.status).toBe(204)
    expect(response.headers.get('content-disposition')).toBe(headers['content-disposition'])
  })
})

describe('a file whose connection breaks', () => {
  it('is reported like every failure of the network', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('network error')),
    })
    await expect(fileOf(new Response(broken))).rejects.toMatchObject({
      status: 0,
      code: 'network.unreachable',
    })
  })
})
