import { expect } from 'vitest'
import type { App } from '#server/platform/mount.ts'
import { listPrices } from '#shared/contract/prices.ts'
import { type FilePart, multipartOf } from './client.ts'
import type { Person } from './traders.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Sent {
  readonly json?: unknown
  readonly form?: Readonly<Record<string, unknown>>
  readonly files?: Readonly<Record<string, FilePart | readonly FilePart[]>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A client that knows only the calls of the product description: it writes amounts as numbers, and
 * sends no Idempotency-Key and no undocumented body.
 */
export function specifiedClient(app: App) {
  /**
   * @param by undefined: without a session
   * @param line the method and the path: 'GET /api/crypto/prices'
   */
  async function call(
    by: Person | undefined,
    line: string,
    { json, form, files = {}, headers }: Sent = {},
  ) {
    const [method, url = ''] = line.split(' ') as [Method, string]
    const encoded = form && (await multipartOf(form, files))
    const response = await app.inject({
      method,
      url,
      headers: {
        // The shared helper of such a client always declares JSON, with or without a body.
        'content-type': 'application/json',
        ...by?.client.headers(listPrices),
        ...encoded?.headers,
        ...headers,
      },
      ...(encoded && { payload: encoded.payload }),
      ...(json !== undefined && { payload: JSON.stringify(json) }),
    })
    return {
      status: response.statusCode,
      key: response.headers['idempotency-key'],
      body: response.body === '' ? undefined : response.json(),
    }
  }

  /** The body of a call that must succeed. */
  async function done(by: Person | undefined, line: string, sent?: Sent) {
    const { status, body } = await call(by, line, sent)
    expect([line, status, JSON.stringify(body)]).toEqual([line, 200, expect.anything()])
    return body
  }

  /** The body of a POST of JSON that must succeed. */
  const post = (by: Person, path: string, json: object) => done(by, `POST ${path}`, { json })

  return { call, done, post }
}
