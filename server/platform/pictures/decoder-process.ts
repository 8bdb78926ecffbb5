// Decodes the pictures that arrive as messages, one at a time, until the server ends it.

import { decodePicture } from './decode-picture.ts'

process.on('message', async (file: Uint8Array) => {
  process.send?.(await decodePicture(file))
})

// An orderly exit would wait for a decoder that hangs.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
