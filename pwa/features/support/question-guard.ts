import type { UnsentMessage } from './timeline.ts'

/** Longer than the slowest double click. */
const MOMENT_MS = 2_000

/** Sends a question of Quick Help once, even if its button is pressed twice. */
export class QuestionGuard {
  readonly #held = new Set<string>()

  /** Ignores a question that is on its way to the server, or was asked a moment ago. */
  async ask(
    question: string,
    unsent: readonly Pick<UnsentMessage, 'text' | 'state'>[],
    send: (question: string) => Promise<boolean>,
  ): Promise<void> {
    const isUnsent = unsent.some(({ text, state }) => text === question && state !== 'refused')
    if (isUnsent || this.#held.has(question)) return
    this.#held.add(question)
    try {
      if (await send(question)) await new Promise((resolve) => setTimeout(resolve, MOMENT_MS))
    } finally {
      this.#held.delete(question)
    }
  }
}
