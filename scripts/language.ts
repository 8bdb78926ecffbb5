import { runCommand } from './command-line.ts'
import {
  addLanguage,
  readCatalogue,
  translatedCodes,
  writeCatalogue,
} from './languages/catalogue-files.ts'
import { allMessages } from './languages/messages.ts'

const LINE = {
  usage: 'npm run language -- [CODE]',
  about:
    'Brings the catalogues up to date with the code: new messages get an empty translation, and unused\n' +
    'ones are removed. A code, such as tr, adds a language.',
  words: { least: 0, most: 1 },
}

await runCommand(LINE, ({ words: [code] }) => {
  if (code !== undefined) addLanguage(code)
  const messages = allMessages()
  for (const each of translatedCodes()) {
    const { messages: translated, ...rest } = readCatalogue(each)
    const updated = Object.fromEntries(
      messages.map((message) => [message, translated[message] ?? '']),
    )
    writeCatalogue(each, { ...rest, messages: updated })
    const missing = messages.filter((message) => !translated[message])
    const done = messages.length - missing.length
    process.stdout.write(`${each}: ${done} of ${messages.length} translated\n`)
  }
})
