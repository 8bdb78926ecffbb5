import type { Catalogue } from './catalogue.ts'
import { ENGLISH } from './english.ts'
import { COUNT, type Part, parseMessage } from './message.ts'

/**
 * A language for tests: English with accents, 30 % longer, in brackets. On a screen in it, what has
 * no brackets is outside the catalogue, and what is cut has no room for a longer language.
 */
export const PSEUDO: Catalogue = {
  ...ENGLISH,
  textOf: (message) => {
    const parts = parseMessage(message)
    return `[${accented(parts)}${padding(lengthOf(parts))}]`
  },
}

const GROWTH = 0.3
/** As a translation, it can be broken between words. */
const WORD = ' ~~~~'

/** Without values; of a choice the first case. */
function lengthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    if (typeof part === 'string') return sum + part.length
    if ('slot' in part) return sum
    return sum + lengthOf('tag' in part ? part.parts : (Object.values(part.cases)[0] ?? []))
  }, 0)
}

/** @param length of the English text; the brackets count too */
function padding(length: number): string {
  const added = Math.ceil(length * GROWTH) - '[]'.length
  return WORD.repeat(Math.ceil(length / WORD.length)).slice(0, Math.max(0, added))
}

function accented(parts: readonly Part[]): string {
  return parts.map(accentedPart).join('')
}

function accentedPart(part: Part): string {
  if (typeof part === 'string')
    return part.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter)
  if ('slot' in part) return part.slot === COUNT ? COUNT : `{${part.slot}}`
  if ('tag' in part) return `<${part.tag}>${accented(part.parts)}</${part.tag}>`
  const cases = Object.entries(part.cases).map(([name, inner]) => `${name} {${accented(inner)}}`)
  return `{${part.of}, ${part.choice}, ${cases.join(' ')}}`
}

const PLAIN = 'aeiouyncsAEIOUYNCS'
const MARKED = 'áéíóúýñçšÁÉÍÓÚÝÑÇŠ'
const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...PLAIN].map((letter, index) => [letter, MARKED[index] ?? letter]),
)
