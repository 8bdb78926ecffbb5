import { decodePicture } from '#server/platform/pictures/decode-picture.ts'

// An image decoder that first does what its argument says: hang, crash or stop.

const [act] = process.argv.slice(2)

process.on('message', async (file: Uint8Array) => {
  if (act === 'hang') return
  if (act === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (act === 'stop') process.exit(1)
  process.send?.(await decodePicture(file))
})
