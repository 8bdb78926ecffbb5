/** Characters around a field in the text of a Word file: { code | result }. */
export const FIELD = { begin: '\u0013', separator: '\u0014', end: '\u0015' } as const

/** Fields that run a program, or load another file when they are updated. */
const ACTIVE =
  /^(?:dde|ddeauto|include|includetext|includepicture|import|link|embed|database|rd|print)(?![a-z])/i

/** The codes of the fields in a text, each up to the first field inside it. */
function codesIn(text: string): { code: string; isCut: boolean }[] {
  const pieces = text.split(FIELD.begin).slice(1)
  return pieces.map((piece, index) => {
    const code = piece.split(FIELD.separator, 1)[0]?.split(FIELD.end, 1)[0] ?? ''
    return { code: code.trimStart(), isCut: code === piece && index < pieces.length - 1 }
  })
}

export function hasActiveField(text: string): boolean {
  return codesIn(text).some(({ code }) => ACTIVE.test(code.replace(/^["'\s]+/, '')))
}

/** Whether a field puts together the name of another: { { QUOTE 68 68 69 } } becomes DDE. */
export function hasComposedField(text: string): boolean {
  return codesIn(text).some(({ code, isCut }) => isCut && !/\S\s/.test(code))
}
