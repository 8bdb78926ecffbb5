import { readFile } from 'node:fs/promises'
import { inspectWordPackage } from '#server/platform/documents/word-package.ts'

// Prints what is found in the Word file named by its argument.

const [path = ''] = process.argv.slice(2)
process.stdout.write(await inspectWordPackage(await readFile(path)))
