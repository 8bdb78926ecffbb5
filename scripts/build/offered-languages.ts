import { readCatalogue, translatedCodes } from '../languages/catalogue-files.ts'
import { allMessages, sourceFiles } from '../languages/messages.ts'

/**
 * The languages into which every text of the app is translated, so that users never see two at
 * once. Computed from the code and the catalogues; English needs no catalogue.
 */
export function offeredLanguages(): string[] {
  const messages = allMessages(sourceFiles())
  const complete = translatedCodes().filter((code) => {
    const { messages: translated } = readCatalogue(code)
    return messages.every((message) => translated[message])
  })
  return ['en', ...complete]
}
