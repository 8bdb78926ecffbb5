import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

/**
 * Collects page errors and console errors, which include violations of the content policy. A
 * journey that provokes errors declares them.
 */
export class ConsoleWatch {
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []
  readonly #followed: BrowserContext[] = []
  readonly #addError = (event: WebError) => void this.#complaints.push(String(event.error()))
  readonly #addMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    this.#complaints.push(`${message.text()} (${message.location().url})`)
  }

  follow(context: BrowserContext): void {
    this.#followed.push(context)
    context.on('weberror', this.#addError)
    context.on('console', this.#addMessage)
  }

  /** Stops listening. A browser that stays open is watched by the next journey. */
  leave(): void {
    for (const context of this.#followed) {
      context.off('weberror', this.#addError)
      context.off('console', this.#addMessage)
    }
  }

  expects(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }
}

/**
 * The console errors after the access token or the ticket of the live channel expired, or after
 * their session ended.
 */
export const TOKEN_OUTLIVED = /the server responded with a status of 401|HTTP Authentication failed/

/** The console error if the server's clock jumps while the live channel is being opened. */
export const TICKET_OUTLIVED = /HTTP Authentication failed/

/**
 * The console error of a log-in or refresh that has to sign a nonce because the server's clock was
 * moved.
 */
export const NONCE_ASKED = /status of 400 \(Bad Request\) \(\S+\/api\/auth\/(login|refresh)\)/

/** The console errors of requests without a network. */
export const NO_NETWORK = /net::ERR_|WebSocket connection to|fetching the script/

/** The console error of a request that must be confirmed first. */
export const STEP_UP = /status of 403/
