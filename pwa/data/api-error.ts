import { msg } from '#shared/text/t.ts'
/** Why a request failed, in words for the user. */
export interface ApiFailure {
  /** 0 without a response. */
  readonly status: number
  readonly code: string
  /** Title. */
  readonly error: string
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

const LOCAL_TEXTS = {
  'network.unreachable': [
    msg('No Connection'),
    msg('We cannot reach the server. Check your connection.'),
  ],
  'network.timeout': [
    msg('No Answer'),
    msg('The server took too long to answer. Please try again.'),
  ],
  'answer.unreadable': [
    msg('Unexpected Answer'),
    msg('The response did not come from our server.'),
  ],
  'session.changed': [
    msg('Logged Out'),
    msg('Another person logged in on this device. Nothing was sent.'),
  ],
} as const

/** A refusal, a fault, or a request without a response. */
export class ApiError extends Error implements ApiFailure {
  readonly status: number
  readonly code: string
  readonly error: string
  readonly details: Readonly<Record<string, unknown>>
  /** "409: {…}": status and body, unchanged. Source: docs/product.md, API conventions. */
  readonly requestMessage: string
  readonly retryAfterMs: number | undefined

  constructor(failure: ApiFailure, extra: { requestMessage?: string; retryAfterMs?: number } = {}) {
    super(failure.message)
    this.name = 'ApiError'
    this.status = failure.status
    this.code = failure.code
    this.error = failure.error
    this.details = failure.details
    this.requestMessage = extra.requestMessage ?? `${failure.status}: ${failure.message}`
    this.retryAfterMs = extra.retryAfterMs
  }
}

/** A failure that the browser detects itself while it talks to the server. */
export function localError(code: keyof typeof LOCAL_TEXTS): ApiError {
  return errorWithText(code, LOCAL_TEXTS[code])
}

export function errorWithText(
  code: string,
  [error, message]: readonly [title: string, message: string],
): ApiError {
  return new ApiError({ status: 0, code, error, message, details: {} })
}

/** Any thrown value as a plain object that can be stored and shown. */
export function failureOf(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiError) {
    const { status, code, error, message, details } = thrown
    return { status, code, error, message, details }
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { status: 0, code: 'fault', error: msg('Something went wrong'), message, details: {} }
}

/** Reads an error response. One from a proxy has the code "http". */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = (await response.text().catch(() => '')) || response.statusText
  const body = parseRecord(text)
  const { code, error, message, ...details } = body
  return new ApiError(
    {
      status: response.status,
      code: typeof code === 'string' ? code : FOREIGN_RESPONSE,
      error: typeof error === 'string' ? error : 'Something went wrong',
      message: typeof message === 'string' ? message : `The server answered ${response.status}.`,
      details,
    },
    {
      requestMessage: `${response.status}: ${text}`,
      ...retryAfter(response.headers.get('retry-after')),
    },
  )
}

/** The code of an error response from a proxy, not from our server. */
export const FOREIGN_RESPONSE = 'http'

function parseRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function retryAfter(header: string | null): { retryAfterMs?: number } {
  if (!header) return {}
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(waitMs) && waitMs > 0 ? { retryAfterMs: waitMs } : {}
}
