import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { StartupError } from '#server/platform/startup-error.ts'
import { MINUTE_MS } from '#shared/time.ts'
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

/** The files of an export, which can be read until it is closed. */
export interface OpenExport {
  readonly paths: readonly string[]
  /** Removes what was downloaded. */
  close(): Promise<void>
}

/** How long the download of one file may take. */
const FILE_MS_MAX = 10 * MINUTE_MS

/**
 * Opens a folder, one file, or a URL under which the files are served.
 *
 * @throws MalformedExport if there are none
 * @throws StartupError if the server of the URL does not respond
 */
export async function openExport(
  log: string,
  { fileMsMax = FILE_MS_MAX }: { readonly fileMsMax?: number } = {},
): Promise<OpenExport> {
  if (!/^https?:\/\//.test(log)) return { paths: await pathsIn(log, log), close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'keel-log-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    await download(log.replace(/\/+$/, ''), folder, fileMsMax)
    return { paths: await pathsIn(folder, log), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function pathsIn(path: string, log: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const segments = await segmentsIn(path)
  if (segments.length === 0) throw new MalformedExport(`${log} holds no keel-log-*.gz`)
  return segments.map((segment) => segment.path)
}

/** Each pass reads the files again, so they are downloaded only once. */
async function download(base: string, folder: string, fileMsMax: number): Promise<void> {
  const list = `${base}/${SEGMENT_LIST}`
  for (const name of namesIn(await fetched(list, fileMsMax), list)) {
    await writeFile(join(folder, basename(name)), await fetched(`${base}/${name}`, fileMsMax))
  }
}

function namesIn(content: Buffer, url: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(String(content))
    if (Array.isArray(names) && names.every((name) => NAME.test(String(name)))) return names
  } catch {
    // A page of another service.
  }
  throw new MalformedExport(`${url} lists no files of an export`)
}

async function fetched(url: string, msMax: number): Promise<Buffer> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(msMax) })
    if (!response.ok) throw new MalformedExport(`${url} answered ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof MalformedExport) throw error
    const { cause, message } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new StartupError(`${url} cannot be downloaded: ${reason}.`)
  }
}

/**
 * All lines of the files, in batches.
 *
 * @throws MalformedExport if a file cannot be decompressed or ends within a line
 */
export async function* linesOf(paths: readonly string[]): AsyncGenerator<readonly string[]> {
  for (const path of paths) {
    const file = createReadStream(path, { highWaterMark: 1 << 18 })
    const text = file.pipe(createGunzip({ chunkSize: 1 << 18 }))
    file.on('error', (error) => text.destroy(error))
    text.setEncoding('utf8')
    let rest = ''
    try {
      for await (const part of text) {
        const lines = (rest + part).split('\n')
        rest = lines.pop() ?? ''
        yield lines
      }
    } catch (error) {
      throw namingFile(error, path)
    }
    if (rest !== '') throw new MalformedExport(`${path} ends within a line`)
  }
}

/** The message of an error of zlib does not name the file; that of the file system does. */
function namingFile(error: unknown, path: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  return code.startsWith('Z_') ? new MalformedExport(`${path} is damaged: ${message}`) : error
}

function digits(position: number): string {
  return String(position).padStart(15, '0')
}
