import type { ActivityKind } from '#shared/rules/activity.ts'
import type { Text } from '#shared/text/t.ts'
import type { MoneyEvent } from './postings.ts'

/** A movement of money, described for the user who owns it. */
export interface Description {
  readonly kind: ActivityKind
  /** A few words in English: "Deposit approved". */
  readonly title: string
  /** In English: what was decided and why, and what it changed. */
  readonly reason: string
  /** The same for readers of other languages. */
  readonly title_text: Text
  readonly reason_text: Text
}

/** The description of a type of event, from the data of one event. */
export interface Words<E extends MoneyEvent> {
  readonly kind: ActivityKind
  readonly title: (data: E['data']) => Text
  readonly reason: (data: E['data']) => Text
}

/** A type that moves money and has no entry does not compile. */
export type WordsOfEach = { readonly [E in MoneyEvent as E['type']]: Words<E> }
