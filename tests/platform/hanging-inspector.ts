import { inspectDocument } from '#server/platform/documents/inspect-document.ts'

// A document inspector that first does what its argument says: hang, crash or stop.

const [act] = process.argv.slice(2)

process.on('message', async (file: Uint8Array) => {
  if (act === 'hang') return
  if (act === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (act === 'stop') process.exit(1)
  process.send?.(await inspectDocument(Buffer.from(file)))
})
