/** A stream, or a storage with children, in a compound file. */
export interface Stored {
  readonly name: string
  readonly content?: Buffer
  readonly children?: readonly Stored[]
}

const SECTOR = 512
const NONE = 0xffffffff
const END_OF_CHAIN = 0xfffffffe
const FAT_MARK = 0xfffffffd

/** A compound file without mini sectors: every stream is padded to 4096 bytes. */
export function compoundFile(entries: readonly Stored[]): Buffer {
  const flat = flatten(entries)
  const directorySectors = Math.ceil((flat.length + 1) / 4)
  const fat = Buffer.alloc(SECTOR, 0xff)
  fat.writeUInt32LE(FAT_MARK, 0)
  let used = 1
  const take = (sectors: number): number => {
    const first = used
    used += sectors
    for (let sector = first; sector < used; sector += 1) {
      fat.writeUInt32LE(sector + 1 < used ? sector + 1 : END_OF_CHAIN, sector * 4)
    }
    return first
  }
  const directoryStart = take(directorySectors)
  const directory = Buffer.alloc(directorySectors * SECTOR)
  writeEntry(directory, 0, { name: 'Root Entry', type: 5, child: flat.length > 0 ? 1 : NONE })
  const contents: Buffer[] = []
  for (const [index, { entry, next, child }] of flat.entries()) {
    const content = entry.children ? undefined : padded(entry.content ?? Buffer.alloc(0))
    if (content) contents.push(content)
    const start = content && take(content.length / SECTOR)
    const type = content ? 2 : 1
    const size = content?.length
    writeEntry(directory, index + 1, { name: entry.name, type, right: next, child, start, size })
  }
  return Buffer.concat([headerOf(directoryStart), fat, directory, ...contents])
}

interface Placed {
  readonly entry: Stored
  next: number
  child: number
}

/** Siblings follow one another on the right; the entry numbers begin after the root. */
function flatten(entries: readonly Stored[], placed: Placed[] = []): Placed[] {
  let before: Placed | undefined
  for (const entry of entries) {
    const here: Placed = { entry, next: NONE, child: NONE }
    placed.push(here)
    if (before) before.next = placed.length
    if (entry.children?.length) here.child = placed.length + 1
    flatten(entry.children ?? [], placed)
    before = here
  }
  return placed
}

interface EntryFields {
  name: string
  type: number
  right?: number
  child?: number
  start?: number | undefined
  size?: number | undefined
}

function writeEntry(directory: Buffer, index: number, fields: EntryFields): void {
  const { name, type, right = NONE, child = NONE, start, size = 0 } = fields
  const entry = directory.subarray(index * 128, (index + 1) * 128)
  entry.write(name, 0, 'utf16le')
  entry.writeUInt16LE((name.length + 1) * 2, 64)
  entry.writeUInt8(type, 66)
  for (const [at, value] of [
    [68, NONE],
    [72, right],
    [76, child],
    [116, start ?? END_OF_CHAIN],
    [120, size],
  ] as const) {
    entry.writeUInt32LE(value, at)
  }
}

function padded(content: Buffer): Buffer {
  const bytes = Math.max(4_096, Math.ceil(content.length / SECTOR) * SECTOR)
  return Buffer.concat([content, Buffer.alloc(bytes - content.length)])
}

function headerOf(directoryStart: number): Buffer {
  const header = Buffer.alloc(SECTOR, 0xff)
  header.fill(0, 0, 76)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [value, at] of [
    [0x3e, 24],
    [3, 26],
    [0xfffe, 28],
    [9, 30],
    [6, 32],
  ] as const) {
    header.writeUInt16LE(value, at)
  }
  header.writeUInt32LE(1, 44)
  header.writeUInt32LE(directoryStart, 48)
  header.writeUInt32LE(4_096, 56)
  header.writeUInt32LE(END_OF_CHAIN, 60)
  header.writeUInt32LE(END_OF_CHAIN, 68)
  header.writeUInt32LE(0, 76)
  return header
}
