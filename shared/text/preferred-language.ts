/**
 * The first language that the reader wants and that is offered; English where none is.
 *
 * @param wanted as in `navigator.languages`: "es-MX" takes "es", and "pt" takes "pt-BR"
 */
export function preferredLanguage(wanted: readonly string[], offered: readonly string[]): string {
  for (const each of wanted) {
    const found =
      offered.find((code) => code === each) ?? offered.find((code) => base(code) === base(each))
    if (found) return found
  }
  return 'en'
}

function base(code: string): string {
  return code.split('-')[0] ?? code
}
