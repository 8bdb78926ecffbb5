import type { BrowserContext } from '@playwright/test'

/**
 * What browsers complained about: errors of the page, errors in the console, and with them whatever
 * the content policy refused. A journey that breaks something on purpose says what it expects.
 */
export class ConsoleWatch {
  readonly #complaints: string[] = []
  readonly #expected: RegExp[] = []

  follow(context: BrowserContext): void {
    context.on('weberror', (event) => this.#complaints.push(String(event.error())))
    context.on('console', (message) => {
      if (message.type() === 'error') {
        this.#complaints.push(`${message.text()} (${message.location().url})`)
      }
    })
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

/** What a browser says of a conversation that has not begun. */
export const NOT_FOUND = /the server responded with a status of 404/
