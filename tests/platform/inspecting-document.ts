import { readFile } from 'node:fs/promises'
import { inspectWordPackage } from '#server/platform/documents/word-package.ts'

// Says what is found in the Word file that its argument names.

const [path = ''] = process.argv.slice(2)
process.stdout.write(await inspectWordPackage(await readFile(path)))
