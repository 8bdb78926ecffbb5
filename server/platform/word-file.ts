/**
 * Word files of before 2007: a compound file, which is a small file system in sectors, with a stream
 * called "WordDocument".
 *
 * Source: [MS-CFB] sections 2.2 header, 2.3 FAT, 2.6 directory
 */

const HEADER_BYTES = 512
/** In the header: the sector's size as a power of two, the first directory sector, the FAT's sectors. */
const SECTOR_SHIFT_AT = 30
const DIRECTORY_AT = 48
const FAT_SECTORS_AT = 76
const FAT_SECTORS_IN_HEADER = 109
/** Numbers from here on are marks: free, end of chain. */
const SECTOR_MAX = 0xfffffffa
const STREAM_NAME = Buffer.from('WordDocument\0', 'utf16le')

/** Whether a compound file is whole; undefined where it holds no Word document. */
export function isWholeWordFile(content: Buffer): boolean | undefined {
  if (content.length < HEADER_BYTES) return false
  const sectorBytes = 2 ** content.readUInt16LE(SECTOR_SHIFT_AT)
  if (sectorBytes !== 512 && sectorBytes !== 4_096) return undefined
  const last = lastSector(content, sectorBytes)
  // The header fills a sector of its own; writers may leave the last sector short.
  const isWhole = last !== undefined && content.length > (last + 1) * sectorBytes
  if (!isWhole) return false
  return content.includes(STREAM_NAME) ? true : undefined
}

/** The highest sector that is in use; undefined where the table of sectors itself is missing. */
function lastSector(content: Buffer, sectorBytes: number): number | undefined {
  let last = content.readUInt32LE(DIRECTORY_AT)
  for (let index = 0; index < FAT_SECTORS_IN_HEADER; index += 1) {
    const sector = content.readUInt32LE(FAT_SECTORS_AT + index * 4)
    if (sector >= SECTOR_MAX) continue
    const start = (sector + 1) * sectorBytes
    if (start + sectorBytes > content.length) return undefined
    const first = index * (sectorBytes / 4)
    for (let entry = 0; entry < sectorBytes / 4; entry += 1) {
      if (content.readUInt32LE(start + entry * 4) !== FREE) last = Math.max(last, first + entry)
    }
  }
  return last < SECTOR_MAX ? last : undefined
}

const FREE = 0xffffffff
