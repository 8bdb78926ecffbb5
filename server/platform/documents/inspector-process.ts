// Inspects documents received as messages, one at a time, until the server ends the process.

import { inspectDocument } from './inspect-document.ts'

process.on('message', async ({ buffer, byteOffset, byteLength }: Uint8Array) => {
  process.send?.(await inspectDocument(Buffer.from(buffer, byteOffset, byteLength)))
})

// For example, nesting so deep that it exceeds the stack. For the server a killed process means
// that the document cannot be inspected, and a process that exits means a faulty installation.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`, () => process.kill(process.pid, 'SIGKILL'))
})

// An orderly exit would wait for a running inspection.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
