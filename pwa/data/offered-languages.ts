/** The complete languages, filled in by the build. */
declare const __LANGUAGES__: readonly string[]
export const OFFERED: readonly string[] = __LANGUAGES__
