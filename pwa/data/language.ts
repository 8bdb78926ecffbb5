/** Uses the language in which `before.js` opened the page. English needs no more code. */
export async function startLanguage(): Promise<void> {
  const { lang } = document.documentElement
  if (lang !== 'en') await (await import('./speak-in.ts')).openIn(lang)
}
