import { createServer } from 'node:http'

// The limit of Node: a server that responds to every request with the same text from its parent.
process.once('message', ({ port, body }: { readonly port: number; readonly body: string }) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.setHeader('content-length', Buffer.byteLength(body))
    response.end(body)
  })
  server.listen(port, '127.0.0.1', () => process.send?.('listening'))
  process.once('disconnect', () => process.exit(0))
})
