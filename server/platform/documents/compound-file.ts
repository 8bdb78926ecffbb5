/**
 * Compound files, the container of pre-2007 Word files: a small file system in sectors.
 *
 * Source: [MS-CFB] sections 2.2 header, 2.3 FAT, 2.4 mini FAT, 2.6 directory
 */

export interface CompoundEntry {
  readonly name: string
  readonly isStorage: boolean
  /** Entries of a storage. */
  readonly children: readonly CompoundEntry[]
  /** Content of a stream. */
  readonly content: () => Buffer
}

/** The file ends early, or its tables are inconsistent. */
export class BrokenCompoundFile extends Error {}

const HEADER_BYTES = 512
/** In the header: the sector's size as a power of two, then first sectors and numbers of sectors. */
const SECTOR_SHIFT_AT = 30
const DIRECTORY_AT = 48
const MINI_FAT_AT = 60
const FAT_SECTORS_AT = 76
const FAT_SECTORS_IN_HEADER = 109
/** Numbers from here on are markers: free, end of chain. */
const SECTOR_MAX = 0xfffffffa
const FREE = 0xffffffff
const MINI_SECTOR_BYTES = 64
/** Smaller streams are stored in the mini stream, which is the content of the root entry. */
const MINI_STREAM_BELOW = 4_096

/** The entries of the root. @throws BrokenCompoundFile */
export function readCompoundFile(content: Buffer): readonly CompoundEntry[] {
  ensure(content.length >= HEADER_BYTES)
  const sectorBytes = 2 ** content.readUInt16LE(SECTOR_SHIFT_AT)
  ensure(sectorBytes === 512 || sectorBytes === 4_096)
  const fat = readFat(content, sectorBytes)
  // The header fills one sector; writers may leave the last sector short.
  const last = fat.findLastIndex((entry) => entry !== FREE)
  ensure(content.length > (last + 1) * sectorBytes)
  const read = (first: number) => joined(content, fat, { first, bytes: sectorBytes, offset: 1 })
  const directory = read(content.readUInt32LE(DIRECTORY_AT))
  ensure(directory.length >= ENTRY_BYTES)
  const root = rawEntry(directory, 0)
  const hasMini = root.first < SECTOR_MAX
  const miniFat = hasMini ? numbersOf(read(content.readUInt32LE(MINI_FAT_AT))) : []
  const miniStream = hasMini ? read(root.first) : Buffer.alloc(0)
  const contentOf = ({ first, size }: RawEntry) => {
    if (size === 0) return Buffer.alloc(0)
    const mini = { first, bytes: MINI_SECTOR_BYTES, offset: 0 }
    const whole = size < MINI_STREAM_BELOW ? joined(miniStream, miniFat, mini) : read(first)
    ensure(whole.length >= size)
    return whole.subarray(0, size)
  }
  return childrenOf(directory, root.child, { seen: new Set([0]), contentOf })
}

function readFat(content: Buffer, sectorBytes: number): number[] {
  const fat: number[] = []
  for (let index = 0; index < FAT_SECTORS_IN_HEADER; index += 1) {
    const sector = content.readUInt32LE(FAT_SECTORS_AT + index * 4)
    if (sector >= SECTOR_MAX) break
    const start = (sector + 1) * sectorBytes
    ensure(start + sectorBytes <= content.length)
    fat.push(...numbersOf(content.subarray(start, start + sectorBytes)))
  }
  return fat
}

function numbersOf(table: Buffer): number[] {
  return Array.from({ length: table.length >> 2 }, (_, index) => table.readUInt32LE(index * 4))
}

interface Chain {
  readonly first: number
  /** Of one sector. */
  readonly bytes: number
  /** Sectors before the first one. */
  readonly offset: number
}

function joined(content: Buffer, table: readonly number[], { first, bytes, offset }: Chain) {
  const parts: Buffer[] = []
  for (let sector = first; sector < SECTOR_MAX; sector = table[sector] ?? FREE) {
    const start = (sector + offset) * bytes
    // A chain that is longer than its table is circular.
    ensure(start < content.length && parts.length < table.length)
    parts.push(content.subarray(start, start + bytes))
  }
  return Buffer.concat(parts)
}

const ENTRY_BYTES = 128
const STORAGE = 1
const STREAM = 2

type RawEntry = ReturnType<typeof rawEntry>

function rawEntry(directory: Buffer, index: number) {
  const start = index * ENTRY_BYTES
  ensure(start + ENTRY_BYTES <= directory.length)
  const entry = directory.subarray(start, start + ENTRY_BYTES)
  const nameBytes = Math.min(64, Math.max(2, entry.readUInt16LE(64)))
  return {
    name: entry.toString('utf16le', 0, nameBytes - 2),
    type: entry.readUInt8(66),
    left: entry.readUInt32LE(68),
    right: entry.readUInt32LE(72),
    child: entry.readUInt32LE(76),
    first: entry.readUInt32LE(116),
    size: entry.readUInt32LE(120),
  }
}

interface Walk {
  /** Visited entries: a valid tree contains none twice. */
  readonly seen: Set<number>
  readonly contentOf: (entry: RawEntry) => Buffer
}

function childrenOf(directory: Buffer, index: number, walk: Walk): CompoundEntry[] {
  if (index >= SECTOR_MAX) return []
  ensure(!walk.seen.has(index))
  walk.seen.add(index)
  const entry = rawEntry(directory, index)
  ensure(entry.type === STORAGE || entry.type === STREAM)
  const isStorage = entry.type === STORAGE
  return [
    ...childrenOf(directory, entry.left, walk),
    {
      name: entry.name,
      isStorage,
      children: isStorage ? childrenOf(directory, entry.child, walk) : [],
      content: () => walk.contentOf(entry),
    },
    ...childrenOf(directory, entry.right, walk),
  ]
}

function ensure(condition: boolean): asserts condition {
  if (!condition) throw new BrokenCompoundFile()
}
