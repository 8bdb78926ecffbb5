import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { MalformedExport } from '#scripts/audit/exported-line.ts'
import { linesOf, openExport, segmentName } from '#scripts/audit/read-export.ts'

const folder = await mkdtemp(join(tmpdir(), 'keel-read-'))
const SEGMENT = segmentName(1, 2)
const CONTENT = gzipSync('a\nb\n')

/** What the log's server does with a request for the segment. */
let behaviour: 'serves' | 'refuses' | 'hangs' = 'serves'
const server = createServer(({ url }, response) => {
  if (url === '/segments.json') response.end(JSON.stringify([SEGMENT]))
  else if (behaviour === 'serves') response.end(CONTENT)
  else if (behaviour === 'refuses') response.writeHead(500).end()
  else response.write(CONTENT.subarray(0, 4))
})
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const TEMPORARY = process.env.TMPDIR
beforeEach(() => {
  process.env.TMPDIR = folder
  return () => {
    if (TEMPORARY === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TEMPORARY
  }
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

async function linesIn(paths: readonly string[]) {
  const lines: string[] = []
  for await (const batch of linesOf(paths)) lines.push(...batch)
  return lines
}

test('a downloaded export is removed when it is closed', async () => {
  behaviour = 'serves'
  const opened = await openExport(url)
  expect(await linesIn(opened.paths)).toEqual(['a', 'b'])
  await opened.close()
  expect(await readdir(folder)).toEqual([])
})

test('an export in a folder stays', async () => {
  const path = join(folder, 'kept.gz')
  await writeFile(path, CONTENT)
  const opened = await openExport(path)
  await opened.close()
  expect(await linesIn([path])).toEqual(['a', 'b'])
  await rm(path)
})

test('a download that fails leaves nothing behind', async () => {
  behaviour = 'refuses'
  await expect(openExport(url)).rejects.toThrow(`${url}/${SEGMENT} answered 500`)
  expect(await readdir(folder)).toEqual([])
})

test('a download that stalls ends with the address of its file', async () => {
  behaviour = 'hangs'
  await expect(openExport(url, { fileMsMax: 200 })).rejects.toThrow(
    `${url}/${SEGMENT} cannot be downloaded: `,
  )
  expect(await readdir(folder)).toEqual([])
})

test('a truncated file is reported with its path', async () => {
  const path = join(folder, SEGMENT)
  await writeFile(path, CONTENT.subarray(0, -10))
  const reading = linesIn([path])
  await expect(reading).rejects.toThrow(`${path} is damaged: unexpected end of file`)
  await expect(reading).rejects.toBeInstanceOf(MalformedExport)
  await rm(path)
})
