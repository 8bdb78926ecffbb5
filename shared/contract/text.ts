import * as z from 'zod/mini'
import { type Text, translated, write } from '#shared/text/t.ts'

/**
 * Texts in responses. Programs read them in English; the app shows them in its user's language, so
 * a text with values includes its message. Source: docs/languages.md
 */

export const textShape = z.object({
  message: z.string(),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
})

type TextFields<Name extends string> = { readonly [N in Name]: string } & {
  readonly [N in `${Name}_text`]?: Text | undefined
}

/** The fields of a response that hold one text. */
export function textFields<Name extends string>(name: Name, text: string | Text): TextFields<Name> {
  if (typeof text === 'string') return { [name]: text } as TextFields<Name>
  return { [name]: write(text), [`${name}_text`]: text } as TextFields<Name>
}

/** What such fields say, in the reader's language. */
export function readText<Name extends string>(response: TextFields<Name>, name: Name): string {
  const text = Reflect.get(response, `${name}_text`) as Text | undefined
  return text ? write(text) : translated(response[name])
}
