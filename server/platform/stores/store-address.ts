import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { StartupError } from '#server/platform/startup-error.ts'

/** Where a store is, as given in `UPLOADS_URL` and `BACKUP_DIR`. */
export type StoreAddress = FolderAddress | S3Address

interface FolderAddress {
  readonly kind: 'folder'
  readonly folder: string
  readonly url: string
}

export interface S3Address {
  readonly kind: 's3'
  readonly bucket: string
  /** Without leading and trailing slashes; empty: none. */
  readonly prefix: string
  /** undefined: Amazon's. */
  readonly endpoint: string | undefined
  /** undefined: AWS_REGION. */
  readonly region: string | undefined
  readonly url: string
}

const EXAMPLE = 's3://bucket/prefix?endpoint=https://storage.example&region=eu-central-1'
const PARAMETERS = ['endpoint', 'region']

/**
 * Reads `file:///folder` or `s3://bucket/prefix?endpoint=...&region=...`.
 *
 * @throws StartupError whose message continues "… cannot be used: "
 */
export function parseStoreAddress(text: string): StoreAddress {
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return folderAddress(url)
  if (url?.protocol === 's3:') return s3Address(url)
  throw new StartupError(`give file:///a/folder or ${EXAMPLE}`)
}

/**
 * Reads the path of a folder, or an address like {@link parseStoreAddress}.
 *
 * @throws StartupError in the same cases
 */
export function parsePlace(text: string): StoreAddress {
  // A single letter before a colon is a Windows drive.
  return /^[a-z][a-z\d+.-]+:/i.test(text) ? parseStoreAddress(text) : addressOfFolder(text)
}

export function addressOfFolder(path: string): FolderAddress {
  const folder = resolve(path)
  return { kind: 'folder', folder, url: pathToFileURL(folder).href }
}

function folderAddress(url: URL): FolderAddress {
  if (url.host !== '' || url.search !== '' || url.hash !== '' || url.pathname === '/') {
    throw new StartupError('give a folder of this machine with three slashes: file:///a/folder')
  }
  const folder = decoded(url, fileURLToPath).replace(/\/+$/, '')
  return { kind: 'folder', folder, url: url.href.replace(/\/+$/, '') }
}

function s3Address(url: URL): S3Address {
  if (url.username !== '' || url.password !== '') {
    throw new StartupError(
      'keep credentials out of it and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    )
  }
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(url.host)) {
    throw new StartupError(`"${url.host}" is not the name of a bucket; give ${EXAMPLE}`)
  }
  const stray = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (stray !== undefined || url.hash !== '') {
    throw new StartupError(
      `the parameter "${stray ?? url.hash}" is unknown; use only ${PARAMETERS.join(' and ')}`,
    )
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new StartupError(`its endpoint "${endpoint}" is not an https: address; give ${EXAMPLE}`)
  }
  const path = decoded(url, ({ pathname }) => decodeURIComponent(pathname))
  const prefix = path.replace(/^\/+|\/+$/g, '')
  const region = url.searchParams.get('region') ?? undefined
  return { kind: 's3', bucket: url.host, prefix, endpoint, region, url: url.href }
}

function decoded(url: URL, decode: (url: URL) => string): string {
  try {
    return decode(url)
  } catch {
    throw new StartupError(`its path "${url.pathname}" cannot be decoded: write "%" as "%25"`)
  }
}

/**
 * Whether two addresses lead to the same objects. The endpoint and the region of a bucket may
 * change or be spelled differently, so they are not compared.
 */
export function isSameStore(one: StoreAddress, other: StoreAddress): boolean {
  if (one.kind === 'folder' || other.kind === 'folder') return one.url === other.url
  return one.bucket === other.bucket && one.prefix === other.prefix
}
