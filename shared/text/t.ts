import type { Catalogue } from './catalogue.ts'
import { ENGLISH } from './english.ts'
import { type Choice, COUNT, type Part, parseMessage } from './message.ts'

/**
 * The texts of the current language: one per document in the browser; on the server English, except
 * inside `inLanguage`. Source: docs/languages.md
 */

type Value = string | number
type Values = Readonly<Record<string, Value>>

/** The placeholders of a message without choices. */
type Names<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type ValuesOf<M extends string> = string extends M
  ? [values?: Values]
  : M extends `${string}, ${'plural' | 'select'},${string}`
    ? [values: Values]
    : [Names<M>] extends [never]
      ? []
      : [values: { readonly [Name in Names<M>]: Value }]

/** A message with its values, translated when it is shown. */
export interface Text {
  readonly message: string
  readonly values?: Values | undefined
}

let spoken: Catalogue = ENGLISH

/** A number in the digits of the current language. */
export function inDigits(written: string): string {
  const { digits } = spoken
  return digits ? written.replace(/\d/g, (digit) => digits.charAt(+digit)) : written
}

/** A whole number with separators: "12,345". */
export function inThousands(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Whether the current language uses a 24-hour clock. */
export function has24HourClock(): boolean {
  return spoken.clock === 24
}

/** Writes texts in this language from now on. */
export function speak(catalogue: Catalogue): void {
  spoken = catalogue
}

export function isEnglish(): boolean {
  return spoken === ENGLISH
}

/** What `write` returns in another language. It must be synchronous. */
export function inLanguage<Texts extends Written>(catalogue: Catalogue, write: () => Texts): Texts {
  const before = spoken
  spoken = catalogue
  try {
    return write()
  } finally {
    spoken = before
  }
}

/** Finished texts, never a promise of them. */
type Written = object & { readonly then?: never }

/** A message in the current language. Without a translation it stays English. */
export function t<const M extends string>(message: M, ...[values]: ValuesOf<M>): string {
  return partsOf(message, values ?? {}, (parts) => parts.join(''))
}

/** Marks a message that is written elsewhere, by `t` of the constant or field that holds it. */
export function msg<const M extends string>(message: M): M {
  return message
}

/** Marks a message and keeps its values: for a text that travels to its reader. */
export function textOf<const M extends string>(message: M, ...[values]: ValuesOf<M>): Text {
  return { message, values }
}

/** A text without placeholders that comes from elsewhere, in its translation if there is one. */
export function translated(text: string): string {
  return spoken.textOf(text) ?? text
}

export function write({ message, values }: Text): string {
  return t(message, values)
}

/**
 * A message in the current language, its parts joined by the caller.
 *
 * @param values for a placeholder its value, for a tag a function of what it encloses
 */
export function partsOf<Joined>(
  message: string,
  values: Readonly<Record<string, unknown>>,
  join: (parts: unknown[]) => Joined,
): Joined {
  const written = (part: Part, count?: unknown): unknown => {
    if (typeof part === 'string') return part
    if ('slot' in part)
      return part.slot === COUNT ? inDigits(inThousands(`${count}`)) : isolated(values[part.slot])
    if ('tag' in part) {
      const look = values[part.tag] as (inner: Joined) => unknown
      return look(join(filled(part.parts, count)))
    }
    const value = values[part.of]
    return filled(caseOf(part, value), part.choice === 'plural' ? (value ?? '?') : count)
  }
  const filled = (parts: readonly Part[], count?: unknown): unknown[] =>
    parts.flatMap((part) => written(part, count))
  return join(filled(parseMessage(spoken.textOf(message) ?? message)))
}

function caseOf({ choice, cases }: Choice, value: unknown): readonly Part[] {
  const name = choice === 'plural' ? spoken.pluralOf(Number(value)) : String(value)
  return cases[`=${value}`] ?? cases[name] ?? cases.other ?? []
}

/**
 * Keeps an amount or a name in one piece where the text around it runs from right to left. A value
 * that was written by `t`, such as a date, says its direction: what is isolated within it hides its
 * letters from the browser.
 */
function isolated(value: unknown = '?'): unknown {
  const isText = typeof value === 'string' || typeof value === 'number'
  if (!isText || spoken.direction !== 'rtl') return value
  return `${FROM_RIGHT.test(`${value}`) ? '\u2067' : '\u2068'}${value}\u2069`
}

/** Its first letter is Hebrew or Arabic. */
const FROM_RIGHT = /^[^a-z]*[\u0590-\u08ff]/i
