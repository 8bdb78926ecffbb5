// Inspects the documents that arrive as messages, one at a time, until the server ends it.

import { inspectDocument } from './inspect-document.ts'

process.on('message', async ({ buffer, byteOffset, byteLength }: Uint8Array) => {
  process.send?.(await inspectDocument(Buffer.from(buffer, byteOffset, byteLength)))
})

// For example, a file so deep that it exceeds the stack. To the server a killed process means a document
// that cannot be inspected, and one that ends an installation that is at fault.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`, () => process.kill(process.pid, 'SIGKILL'))
})

// An orderly exit would wait for an inspection that goes on.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
