import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test'

/**
 * What browsers complained about: errors of the page, errors in the console, and with them whatever
 * the content policy refused. A journey that breaks something on purpose says what it expects.
 */
export class ConsoleWatch {
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []
  readonly #followed: BrowserContext[] = []
  readonly #hearError = (event: WebError) => void this.#complaints.push(String(event.error()))
  readonly #hearMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return
    this.#complaints.push(`${message.text()} (${message.location().url})`)
  }

  follow(context: BrowserContext): void {
    this.#followed.push(context)
    context.on('weberror', this.#hearError)
    context.on('console', this.#hearMessage)
  }

  /** A browser that outlives this journey is followed by the next one's watch. */
  leave(): void {
    for (const context of this.#followed) {
      context.off('weberror', this.#hearError)
      context.off('console', this.#hearMessage)
    }
  }

  expects(...patterns: readonly RegExp[]): void {
    this.#expected.push(...patterns)
  }

  get unexpected(): string[] {
    return this.#complaints.filter((text) => !this.#expected.some((pattern) => pattern.test(text)))
  }
}

/** What a browser says of the first request after the clock has passed the end of its token. */
export const TOKEN_OUTLIVED = /the server responded with a status of 401/

/** What a browser says of every request that finds no network. */
export const NO_NETWORK = /net::ERR_|WebSocket connection to|fetching the script/
