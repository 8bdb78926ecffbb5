import {
  addLanguage,
  readCatalogue,
  readLanguages,
  translatedCodes,
  writeCatalogue,
} from './languages/catalogue-files.ts'
import { allMessages } from './languages/messages.ts'

/**
 * Brings the catalogues up to date with the code: new messages wait with an empty translation, and
 * those that no code uses any more are removed. A code adds a language: `npm run language -- tr`.
 */
const [code] = process.argv.slice(2)
if (code && !(code in readLanguages())) addLanguage(code)

const messages = allMessages()
for (const each of translatedCodes()) {
  const { messages: translated, ...rest } = readCatalogue(each)
  const updated = Object.fromEntries(
    messages.map((message) => [message, translated[message] ?? '']),
  )
  writeCatalogue(each, { ...rest, messages: updated })
  const missing = messages.filter((message) => !translated[message])
  console.log(`${each}: ${messages.length - missing.length} of ${messages.length} translated`)
}
