import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { MalformedExport } from './exported-line.ts'

/** A file of an export, with the events of a range of positions. */
export interface Segment {
  readonly path: string
  readonly first: number
  readonly last: number
}

const NAME = /^keel-log-(\d{15})-(\d{15})\.gz$/
export const SEGMENT_LIST = 'segments.json'

export function segmentName(first: number, last: number): string {
  return `keel-log-${digits(first)}-${digits(last)}.gz`
}

/** The files of an export in a folder, in the order of their positions. */
export async function segmentsIn(folder: string): Promise<Segment[]> {
  const names = (await readdir(folder)).sort()
  return names.flatMap((name) => {
    const [, first, last] = NAME.exec(name) ?? []
    return first ? [{ path: join(folder, name), first: Number(first), last: Number(last) }] : []
  })
}

/**
 * The files of an export: a folder, one file, or a URL under which the files are served.
 *
 * @throws MalformedExport if there are none
 */
export async function openExport(log: string): Promise<readonly string[]> {
  const folder = /^https?:\/\//.test(log) ? await downloaded(log) : log
  if (!(await stat(folder)).isDirectory()) return [folder]
  const segments = await segmentsIn(folder)
  if (segments.length === 0) throw new MalformedExport(`${log} holds no keel-log-*.gz`)
  return segments.map(({ path }) => path)
}

/** Each pass reads the files again, so they are downloaded only once. */
async function downloaded(address: string): Promise<string> {
  const base = address.replace(/\/+$/, '')
  const names: unknown = JSON.parse(String(await fetched(`${base}/${SEGMENT_LIST}`)))
  const isList = Array.isArray(names) && names.every((name) => NAME.test(String(name)))
  if (!isList) throw new MalformedExport(`${base}/${SEGMENT_LIST} lists no files of an export`)
  const folder = await mkdtemp(join(tmpdir(), 'keel-log-'))
  for (const name of names as string[]) {
    await writeFile(join(folder, basename(name)), await fetched(`${base}/${name}`))
  }
  return folder
}

async function fetched(url: string): Promise<Buffer> {
  const response = await fetch(url)
  if (!response.ok) throw new MalformedExport(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** All lines of the files, in batches. */
export async function* linesOf(paths: readonly string[]): AsyncGenerator<readonly string[]> {
  for (const path of paths) {
    const file = createReadStream(path, { highWaterMark: 1 << 18 })
    const text = file.pipe(createGunzip({ chunkSize: 1 << 18 }))
    file.on('error', (error) => text.destroy(error))
    text.setEncoding('utf8')
    let rest = ''
    for await (const part of text) {
      const lines = (rest + part).split('\n')
      rest = lines.pop() ?? ''
      yield lines
    }
    if (rest !== '') throw new MalformedExport(`${path} ends within a line`)
  }
}

function digits(position: number): string {
  return String(position).padStart(15, '0')
}
