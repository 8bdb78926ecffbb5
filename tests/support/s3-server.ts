import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { parseStoreAddress, type StoreAddress } from '#server/platform/stores/store-address.ts'
import { signedForServer } from '#tests/support/s3-signature.ts'

/** What the proxy in front of the store does with requests. */
export type Behaviour = 'answers' | 'hangs' | 'fails once' | 'stops in bodies'

const PATIENCE_MS = 20_000
const HANGING_MS_MAX = 200
const BUCKET = 'uploads'
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** A server that speaks S3 and checks signatures, behind a proxy that a test can disturb. */
export async function openS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'exchange-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port: serverPort } = await server.run()
  const state = { behaviour: 'answers' as Behaviour, requests: 0 }
  const way = createServer((near, response) => {
    state.requests += 1
    if (state.behaviour === 'hangs') return
    if (state.behaviour === 'fails once') {
      state.behaviour = 'answers'
      response.writeHead(500).end()
      return
    }
    const { method, url: path } = near
    const headers = signedForServer(near, CREDENTIALS.AWS_SECRET_ACCESS_KEY)
    const far = request({ port: serverPort, host: '127.0.0.1', method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers)
      if (state.behaviour === 'stops in bodies')
        reply.once('data', (start) => response.write(start))
      else reply.pipe(response)
    })
    near.pipe(far)
    far.on('error', () => response.destroy())
  })
  await new Promise<void>((listening) => way.listen(0, '127.0.0.1', listening))
  const { port } = way.address() as AddressInfo
  Object.assign(process.env, CREDENTIALS)
  // Long enough for a busy machine, except while the store hangs.
  const patience = { attemptMs: PATIENCE_MS, totalMs: PATIENCE_MS, restMs: 100 }
  return {
    patience,
    addressOf: (prefix: string, bucket = BUCKET): StoreAddress =>
      parseStoreAddress(`s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${port}`),
    become: (behaviour: Behaviour) => {
      state.behaviour = behaviour
    },
    async whileHanging(work: () => Promise<void>): Promise<void> {
      state.behaviour = 'hangs'
      patience.totalMs = HANGING_MS_MAX
      try {
        await work()
      } finally {
        state.behaviour = 'answers'
        patience.totalMs = PATIENCE_MS
      }
    },
    requests: () => state.requests,
    /** What a thief of the bucket can read under a prefix. */
    async objects(prefix: string): Promise<Map<string, Buffer>> {
      const folder = join(directory, BUCKET, prefix)
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const names = entries.flatMap((entry) =>
        entry.name.endsWith('._S3rver_object') ? entry.name : [],
      )
      const contents = await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(folder, name))
          return [name.replace('._S3rver_object', ''), content] as const
        }),
      )
      return new Map(contents.filter(([name]) => name !== 'probe'))
    },
    async close(): Promise<void> {
      for (const name of Object.keys(CREDENTIALS)) delete process.env[name]
      way.closeAllConnections()
      way.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** An address at which nothing listens. */
export async function deadAddress(): Promise<StoreAddress> {
  const server = createNetServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return parseStoreAddress(`s3://uploads/x?endpoint=http://127.0.0.1:${port}`)
}
