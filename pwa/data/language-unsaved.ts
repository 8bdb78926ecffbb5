/** Set while a language that was chosen before signing in is not yet kept with an account. */
export const LANGUAGE_UNSAVED = 'languageUnsaved'
