import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * The request with the signature that the server expects. For a request about a bucket, the server
 * signs the path without the slash after the bucket's name, whereas Amazon's library signs it with
 * the slash, which S3 accepts. A request that is not signed with the secret is left unchanged.
 */
export function signedForServer(
  { method = '', url = '', headers }: IncomingMessage,
  secret: string,
) {
  const [path = '', query = ''] = url.split('?')
  const authorization = headers.authorization ?? ''
  const bare = path.replace(/^(\/[^/]+)\/$/, '$1')
  if (bare === path || authorization === '') return headers
  const [, scope = '', names = '', given = ''] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(authorization) ?? []
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`)
  const parameters = query.split('&').sort().join('&')
  const content = String(headers['x-amz-content-sha256'])
  const signatureOf = (resource: string) => {
    const request = [method, resource, parameters, lines.join(''), names, content].join('\n')
    const digest = createHash('sha256').update(request).digest('hex')
    const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n')
    const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
    return hmac(key, text).toString('hex')
  }
  if (signatureOf(path) !== given) return headers
  return { ...headers, authorization: authorization.replace(given, signatureOf(bare)) }
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
