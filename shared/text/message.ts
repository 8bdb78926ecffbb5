/**
 * Messages: English sentences with placeholders, in the part of ICU MessageFormat that texts need.
 *
 *   Stake for {term}                                     a value
 *   {days, plural, one {# day} other {# days}}           a count; =0 and so on name exact ones
 *   {side, select, buy {You bought} other {You sold}}    a choice
 *   Install <link>the app</link>                         a part that looks different
 *
 * Braces and tags cannot be escaped, and apostrophes mean themselves: no text needs the former, and
 * many have the latter.
 */

export type Part = string | Slot | Tag | Choice

interface Slot {
  readonly slot: string
}

interface Tag {
  readonly tag: string
  readonly parts: readonly Part[]
}

export interface Choice {
  readonly choice: 'plural' | 'select'
  readonly of: string
  readonly cases: Readonly<Record<string, readonly Part[]>>
}

/** The placeholder of the count within the cases of a plural. */
export const COUNT = '#'

const parsed = new Map<string, readonly Part[]>()

/** The parts of a message, read once. Throws where it is malformed: a bug that a test finds. */
export function parseMessage(message: string): readonly Part[] {
  const known = parsed.get(message)
  if (known) return known
  const parts = /[{}<]/.test(message) ? new Reader(message).read() : [message]
  parsed.set(message, parts)
  return parts
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Part[] {
    const parts = this.#parts(/[^{}<]+|<(?!\/?[a-z])/y, false)
    return this.#at === this.#text.length ? parts : this.#fail()
  }

  #parts(plain: RegExp, isCounted: boolean): Part[] {
    const parts: Part[] = []
    for (;;) {
      const text = this.#take(plain)?.[0]
      if (text) parts.push(text)
      else if (isCounted && this.#take(/#/y)) parts.push({ slot: COUNT })
      else {
        const part = this.#choice() ?? this.#slot() ?? this.#tag(plain, isCounted)
        if (!part) return parts
        parts.push(part)
      }
    }
  }

  #slot(): Slot | undefined {
    const found = this.#take(/\{(\w+)\}/y)
    return found ? { slot: found[1] as string } : undefined
  }

  #tag(plain: RegExp, isCounted: boolean): Tag | undefined {
    const found = this.#take(/<([a-z]+)>/y)
    if (!found) return undefined
    const tag = found[1] as string
    const parts = this.#parts(plain, isCounted)
    if (this.#take(/<\/([a-z]+)>/y)?.[1] !== tag) return this.#fail()
    return { tag, parts }
  }

  #choice(): Choice | undefined {
    const found = this.#take(/\{(\w+), (plural|select),/y)
    if (!found) return undefined
    const [, of, choice] = found as unknown as [string, string, Choice['choice']]
    const isCounted = choice === 'plural'
    const plain = isCounted ? /[^{}<#]+|<(?!\/?[a-z])/y : /[^{}<]+|<(?!\/?[a-z])/y
    const cases: Record<string, readonly Part[]> = {}
    for (;;) {
      const name = this.#take(/ *(=?\w+) \{/y)?.[1]
      if (!name) break
      cases[name] = this.#parts(plain, isCounted)
      if (!this.#take(/\}/y)) this.#fail()
    }
    if (!cases.other || !this.#take(/\}/y)) this.#fail()
    return { of, choice, cases }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found
  }

  #fail(): never {
    throw new Error(`malformed at ${this.#at}: ${this.#text}`)
  }
}
