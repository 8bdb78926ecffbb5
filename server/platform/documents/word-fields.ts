/** The characters that delimit a field in the text of a Word file: { code | result }. */
export const FIELD = { begin: '\u0013', separator: '\u0014', end: '\u0015' } as const

/** Fields that run a program, or load another file when they are updated. */
const ACTIVE =
  /^(?:dde|ddeauto|include|includetext|includepicture|import|link|embed|database|rd|print)(?![a-z])/i

/** The codes of the fields in a text, each up to the first nested field. */
function* codesIn(text: string): Generator<{ code: string; isCut: boolean }> {
  let from = text.indexOf(FIELD.begin)
  while (from !== -1) {
    const next = text.indexOf(FIELD.begin, from + 1)
    const piece = text.slice(from + 1, next === -1 ? undefined : next)
    const code = piece.split(FIELD.separator, 1)[0]?.split(FIELD.end, 1)[0] ?? ''
    yield { code: code.trimStart(), isCut: code === piece && next !== -1 }
    from = next
  }
}

export function hasActiveField(text: string): boolean {
  for (const { code } of codesIn(text)) {
    if (ACTIVE.test(code.replace(/^["'\s]+/, ''))) return true
  }
  return false
}

/** Whether a field assembles the name of another one: { { QUOTE 68 68 69 } } becomes DDE. */
export function hasComposedField(text: string): boolean {
  for (const { code, isCut } of codesIn(text)) if (isCut && !/\S\s/.test(code)) return true
  return false
}
