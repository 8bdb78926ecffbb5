// Decodes pictures received as messages, one at a time, until the server ends the process.

import { decodePicture } from './decode-picture.ts'

process.on('message', async (file: Uint8Array) => {
  process.send?.(await decodePicture(file))
})

// An orderly exit would wait for a hanging decoder.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
